// The palette: commands, documents, passages, conversations and messages, by the keyboard alone.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { bothThemes } from './axe.mjs'
import { accounts, harbour, lease, orchard, REVENUE, STAFF } from './samples.mjs'
import { Stage, until } from './stage.mjs'

let stage, page
before(async () => {
  stage = await Stage.set()
  page = stage.page
  await stage.add('Harbour', harbour())
  await stage.add('Orchard', orchard())
  await stage.add('Lease', lease())
})
after(() => stage.close())

const press = (key) => page.keyboard.press(key)
/** An answer that is higher than the window. */
const LONG = (what) => Array.from({ length: 90 }, (_, i) => `Of ${what} the harbour tells in its part number ${i}.`).join(' ')
const palette = () => stage.test('palette')
const options = (group) => stage.test(`palette-${group}`)
const chosen = () => palette().locator('[aria-selected=true]')
const isChosen = (words) => chosen().filter({ hasText: words }).waitFor()

const look = (name) => bothThemes(page, name)

async function type(words) {
  await press('Control+k')
  await palette().waitFor()
  await page.keyboard.type(words)
}

test('it lists what can be done, and Escape gives the focus back', async () => {
  await press('Control+l')
  await press('Control+k')
  await palette().getByText('Check a text').waitFor()
  await look('palette-empty')
  await press('Escape')
  await palette().waitFor({ state: 'detached' })
  assert.equal(await page.evaluate(() => document.activeElement.dataset.testid), 'composer')
})

test('a command is done', async () => {
  await type('settings')
  await isChosen('Settings')
  await press('Enter')
  await stage.test('settings').waitFor()
  await press('Escape')
})

test('a document opens, and a passage opens at its place', async () => {
  await type('orch')
  await isChosen('Orchard')
  await press('Enter')
  await stage.test('source-panel').getByText('Orchard').first().waitFor()
  await type('office emplo') // a word that is not at its end
  await isChosen('The harbour office employs')
  assert.equal(await chosen().locator('b').first().innerText(), 'office employs')
  await press('Enter')
  await page.getByText('Page 2 of 2').waitFor()
  await stage.test('page-mark').first().waitFor()
})

test('words are found in the document that lies open', async () => {
  await type('company')
  await options('commands').filter({ hasText: 'Find “company” in Harbour' }).click()
  await page.getByText(/^\d of 2$/).waitFor()
  await press('Escape')
})

test('Ctrl Enter asks, and what was said is found again at its turn', async () => {
  stage.ollama.say((id) => `${LONG('revenue')} It rose in the ferry trade [${id(REVENUE)}].`)
  await type('How high was the revenue of @Harbour?')
  await press('Control+Enter')
  await stage.ended('answered')
  for (const words of ['One', 'Two']) {
    stage.ollama.say((id) => `${LONG(words)} They are 212 [${id(STAFF)}]`)
    await stage.ask(`${words}: who works for @Harbour?`)
    await stage.ended('answered')
  }
  await press('Control+n')
  await type('trade ferry')
  await options('messages').first().waitFor()
  assert.match(await options('messages').first().innerText(), /How high was the revenue/)
  await press('Tab')
  while (!/How high was/.test(await chosen().innerText())) await press('ArrowDown')
  await press('Enter')
  const turn = page.locator('article').first()
  await turn.waitFor()
  assert.equal(await page.evaluate(() => document.body.scrollTop + document.documentElement.scrollTop + document.querySelector('#app').scrollTop), 0)
  await until('it is scrolled to', () => turn.evaluate((one) => Math.abs(one.getBoundingClientRect().top - one.closest('.scroll').getBoundingClientRect().top) < 60))
})

test('a conversation is found by its name, and groups are gone through with Tab', async () => {
  await press('Control+n')
  await type('revenue')
  await options('conversations').first().waitFor()
  await options('passages').first().waitFor()
  await options('messages').first().waitFor()
  await look('palette')
  const seen = new Set()
  for (let i = 0; i < 8; i++) {
    seen.add(await chosen().getAttribute('data-testid'))
    await press('Tab')
  }
  assert.deepEqual([...seen].sort(), ['commands', 'conversations', 'messages', 'passages'].map((group) => `palette-${group}`))
  await options('conversations').first().click()
  await page.locator('article').first().waitFor()
  assert.equal(await page.evaluate(() => document.activeElement.dataset.testid), 'composer')
})

test('a row of a table is shown with its heads, and opens at its place', async () => {
  await stage.add('Accounts', accounts())
  await type('purchases of cran')
  await options('passages').filter({ hasText: /Purchases of cranes\s*2024\s*\(1,577\)\s*2023\s*\(1,373\)/ }).waitFor()
  await look('palette-row')
  await isChosen('Purchases of cranes')
  await press('Enter')
  await stage.test('page-mark').first().waitFor()
  assert.match(await stage.test('source-panel').innerText(), /Accounts/)
})

test('what can be done with a conversation and a source is there, too', async () => {
  for (const [words, command] of [['export', 'Export the conversation: PDF'], ['whole window', 'Use the whole window'], ['all pages', 'All pages and contents']]) {
    await type(words)
    await options('commands').filter({ hasText: command }).waitFor()
    await press('Escape')
  }
})

test('an input method has its Enter, and what is nowhere says so', async () => {
  await type('xyzzy')
  await palette().getByText('it stands nowhere').waitFor()
  await page.locator('[role=combobox][aria-controls$=list]').last().dispatchEvent('keydown', { key: 'Enter', isComposing: true })
  assert.equal(await palette().count(), 1)
  await press('Escape')
})
