// The sidebar: long lists, filters, choosing several, removing with Undo, renaming, all by the keyboard too.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { bothThemes } from './axe.mjs'
import { lines, pdf } from './pdf.mjs'
import { harbour, lease } from './samples.mjs'
import { Stage, until } from './stage.mjs'

const MANY = 26

let stage, page
before(async () => {
  stage = await Stage.set()
  page = stage.page
  await stage.add('Harbour', harbour())
  await stage.add('Lease', lease())
  await stage.upload(stage.file('broken.pdf', Buffer.from('Dear Sir or Madam')))
  await stage.state('broken', 'failed')
  await stage.upload(...Array.from({ length: MANY }, (_, i) => stage.file(`Part ${i}.pdf`, pdf([lines(`This is part number ${i}.`)]))))
  await until('all are ready', async () => (await page.evaluate(() => window.go.main.App.Documents())).filter(({ state }) => state === 'ready').length === MANY + 2)
})
after(() => stage.close())

const press = (key) => page.keyboard.press(key)
const documents = () => stage.test('documents')
const names = () => documents().locator('[data-testid=document-row] .name').allInnerTexts()
const count = async () => Number(await documents().locator('.count').innerText())
const focused = () => page.evaluate(() => document.activeElement?.closest('[role=row]')?.querySelector('.name')?.textContent ?? document.activeElement?.tagName)
const chosen = () => documents().locator('[role=row][aria-selected=true]').count()

const look = (name) => bothThemes(page, name)

test('of a long list only what is seen is drawn, and the keyboard reaches all of it', async () => {
  assert.ok((await names()).length < MANY, 'not all rows are drawn')
  await stage.row('broken').locator('.row .main').focus()
  await press('End')
  await until('the last has the focus', async () => (await focused()) === `Part ${MANY - 1}`)
  await press('Home')
  await until('the first has it', async () => (await focused()) === 'broken')
  await press('ArrowDown')
  assert.equal(await focused(), 'Harbour')
  assert.equal(await documents().locator('[role=grid] [tabindex="0"]').count(), 1)
  await press('Enter')
  await stage.test('source-panel').getByText('Harbour').first().waitFor()
  await page.keyboard.press('Control+\\')
})

test('a failure says why in its line', async () => {
  await stage.row('broken').getByRole('button', { name: 'Why' }).click()
  await stage.row('broken').getByText('is not a PDF').waitFor()
  await look('sidebar')
  await stage.row('broken').getByRole('button', { name: 'Why' }).click()
})

test('the list is narrowed by state and by words', async () => {
  await documents().getByRole('button', { name: /^To check/ }).click()
  assert.deepEqual(await names(), ['Lease'])
  await documents().getByRole('button', { name: /^Failed/ }).click()
  assert.deepEqual(await names(), ['broken'])
  await documents().getByRole('button', { name: /^All/ }).click()
  await stage.choose(stage.row('Harbour'), 'Details…')
  await page.getByRole('dialog').getByLabel('Company', { exact: true }).fill('Quay & Sons')
  await page.getByRole('button', { name: 'Save' }).click()
  await stage.told('saved')
  await documents().getByRole('button', { name: 'Filter by name' }).click()
  await page.keyboard.type('quay')
  await until('it is found by its company', async () => String(await names()) === 'Harbour')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('part 3')
  await until('words are found in any order', async () => (await names()).length === 3)
  await press('Escape')
  await until('all are back', async () => (await names()).length > 3)
})

test('several are chosen and removed, and Undo brings them back', async () => {
  await stage.row('Harbour').locator('.row .main').click({ modifiers: ['Control'] })
  await stage.row('Part 1').first().locator('.row .main').click({ modifiers: ['Shift'] })
  assert.equal(await chosen(), 4) // Harbour, Lease, Part 0, Part 1
  await documents().getByText('4 selected').waitFor()
  await look('sidebar-selected')
  await press('Delete')
  await stage.told('4 documents are removed.')
  assert.equal(await count(), MANY - 1)
  await until('the focus stays in the list', async () => !['BODY', undefined].includes(await focused()))
  await press('Control+z')
  await until('they are back', async () => (await count()) === MANY + 3)
  await stage.restart()
  await until('nothing was lost', async () => (await count()) === MANY + 3)
})

test('what is not taken back is removed', async () => {
  await stage.row('Harbour').locator('.row .main').focus()
  await press('Shift+ArrowDown')
  assert.equal(await chosen(), 2)
  await press('Escape')
  await stage.remove(stage.row('Lease'))
  await stage.restart()
  await until('it is gone', async () => (await count()) === MANY + 2)
})

test('a conversation is renamed in its place, deleted, and brought back', async () => {
  stage.ollama.say('It is told there.')
  await stage.ask('What does @Harbour tell?')
  await stage.ended('answered')
  const talk = () => stage.test('conversations').locator('[data-testid=conversation-row]')
  await stage.test('conversations').getByText('Today').waitFor()
  await talk().locator('.row .main').focus()
  await press('F2')
  await page.getByLabel('New name').fill('The quay')
  await press('Enter')
  await stage.talk('The quay').waitFor()
  await until('the row has the focus again', async () => (await focused()) === 'The quay')
  await look('sidebar-conversations')
  await press('Delete')
  await stage.told('“The quay” is deleted.')
  assert.equal(await talk().count(), 0)
  assert.equal(await page.locator('article').count(), 0)
  await stage.test('toast').getByRole('button', { name: 'Undo' }).click()
  await stage.talk('The quay').waitFor()
  await page.locator('article').waitFor()
  await stage.test('conversations').getByRole('button', { name: 'Conversations' }).click()
  assert.equal(await talk().count(), 0)
  await page.reload()
  await stage.test('conversations').getByRole('button', { name: 'Conversations' }).click()
  await stage.talk('The quay').waitFor()
})

test('conversations are found by what was said in them', async () => {
  stage.ollama.say('The lighthouse keeper retired.')
  await page.keyboard.press('Control+n')
  await stage.ask('Who was it in @Harbour?')
  await stage.ended('answered')
  const conversations = stage.test('conversations')
  await conversations.getByRole('button', { name: 'Filter by name or content' }).click()
  await page.keyboard.type('lighthouse')
  await until('the one is listed', async () => String(await conversations.locator('[data-testid=conversation-row] .name').allInnerTexts()) === 'Who was it in Harbour?')
  await press('Escape')
})

test('what is removed is not among what a search found, until it is taken back', async () => {
  await page.keyboard.press('Control+Shift+f')
  await stage.test('search-field').fill('part number 7')
  const hit = stage.test('hit').filter({ hasText: 'Part 7' })
  await hit.waitFor()
  await stage.row('Part 7').locator('.row .main').focus()
  await press('Delete')
  await hit.waitFor({ state: 'detached' })
  await press('Control+z')
  await hit.waitFor()
})
