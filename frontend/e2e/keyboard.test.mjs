// Everything by the keyboard.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { HOLD } from './ollama.mjs'
import { harbour, REVENUE, STAFF } from './samples.mjs'
import { Stage, until } from './stage.mjs'

let stage
let page
before(async () => {
  stage = await Stage.set()
  page = stage.page
  await stage.add('Harbour', harbour())
})
after(() => stage.close())

const press = (key) => page.keyboard.press(key)
const focused = (selector) => page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)

test('Shift+Enter breaks the line, Enter asks, Escape stops', async () => {
  stage.ollama.say(`Half ${HOLD}done.`)
  await press('Control+l')
  await page.keyboard.type('What does @Harbour')
  await press('Escape') // closes the popup only
  await press('Shift+Enter')
  await page.keyboard.type('say?')
  assert.equal(await stage.test('composer').inputValue(), 'What does @Harbour\nsay?')
  await press('Enter')
  await stage.written('Half')
  await press('Escape')
  await stage.ended('stopped')
})

test('the popup is walked with the arrows and left with Escape', async () => {
  await stage.add('Harbour two', Buffer.concat([harbour(), Buffer.from('\n')]))
  await stage.test('composer').pressSequentially('@har')
  const active = () => page.locator('[role=option][aria-selected=true]').innerText()
  assert.match(await active(), /^Harbour\s/)
  await press('ArrowDown')
  assert.match(await active(), /^Harbour two/)
  await press('Tab')
  assert.equal(await stage.test('composer').inputValue(), '@"Harbour two" ')
  await press('Control+a')
  await press('Delete')
})

test('[ and ] walk the citations, and count as letters in a text field', async () => {
  await press('Control+n')
  stage.ollama.say((id) => `Revenue rose [${id(REVENUE)}]. The harbour office employs 212 people [${id(STAFF)}].`)
  await stage.ask('What about @Harbour ]?')
  await stage.ended('answered')
  assert.equal(await stage.turn().locator('h2').innerText(), 'What about @Harbour ]?')
  await page.locator('[data-testid=citation-chip]').first().focus()
  await press('Enter')
  await page.getByText('Page 1 of 2').waitFor()
  await press(']')
  await page.getByText('Page 2 of 2').waitFor()
  await press('[')
  await page.getByText('Page 1 of 2').waitFor()
})

test('a chip shows its card on focus, ArrowRight goes to the next, ArrowDown into the card, Escape back', async () => {
  await page.locator('[data-testid=citation-chip]').first().focus()
  await press('ArrowRight')
  await stage.test('citation-card').getByText(STAFF.slice(0, 20)).waitFor()
  assert.equal(await page.evaluate(() => document.activeElement.textContent), '2')
  await press('ArrowDown')
  assert.ok(await focused('[data-testid=citation-card] button'))
  await press('Escape')
  await stage.test('citation-card').waitFor({ state: 'detached' })
  assert.ok(await focused('[data-testid=citation-chip]'))
})

test('F6 goes from region to region', async () => {
  await press('Control+l')
  const seen = []
  for (let i = 0; i < 3; i++) {
    await press('F6')
    seen.push(await page.evaluate(() => document.activeElement.getAttribute('aria-label')))
  }
  assert.deepEqual(seen, ['Source', 'Library', 'Conversation'])
  await press('Shift+F6')
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), 'Library')
})

test('the panels open and close', async () => {
  await press('Control+\\')
  await stage.test('source-panel').waitFor({ state: 'detached' })
  await press('Control+\\')
  await stage.test('source-panel').waitFor()
  await press('Control+b')
  await stage.test('library').waitFor({ state: 'detached' })
  await press('Control+b')
  await stage.test('library').waitFor()
})

test('? shows the keys outside text fields, and Escape closes the sheet', async () => {
  await press('Control+l')
  await press('?')
  assert.equal(await stage.test('composer').inputValue(), '?')
  await press('Backspace')
  await page.locator('main').focus()
  await press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await sheet.waitFor()
  assert.match(await sheet.innerText(), /Next citation/)
  await press('Escape')
  await sheet.waitFor({ state: 'detached' })
  await press('Control+,')
  await stage.test('settings').waitFor()
  await press('Escape')
  await stage.test('settings').waitFor({ state: 'detached' })
})

test('Tab reaches everything from the start, and what has the focus shows it', async () => {
  await press('Control+n')
  await page.locator('nav').focus()
  const seen = new Set()
  for (let i = 0; i < 40; i++) {
    await press('Tab')
    const at = await page.evaluate(() => {
      const one = document.activeElement
      return { label: one.getAttribute('aria-label') || one.textContent.trim().slice(0, 40) || one.tagName, ring: one === document.body || getComputedStyle(one).outlineStyle !== 'none' || !!one.closest('.box, .find') }
    })
    assert.ok(at.ring, `${at.label} has the focus and does not show it`)
    seen.add(at.label)
  }
  for (const one of ['Settings', 'Add documents', 'New conversation', 'Question', 'Name a document']) assert.ok(seen.has(one), `${one} is not reached: ${[...seen].join(', ')}`)
})
