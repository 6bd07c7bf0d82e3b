// Trying a search: passages with what brought them there, what a question says of the documents that it is about, and
// why a passage that an answer cites was found.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { bothThemes } from './axe.mjs'
import { harbour, lease, orchard, REVENUE } from './samples.mjs'
import { Stage, until } from './stage.mjs'

let stage, page
before(async () => {
  stage = await Stage.set()
  page = stage.page
  await stage.internals()
  await stage.add('Harbour 2024 annual report', harbour())
  await stage.add('Orchard 2022 annual report', orchard())
  await stage.add('Lease', lease())
})
after(() => stage.close())

const panel = () => stage.test('search')
const hits = () => panel().getByTestId('hit')
const chips = (where = panel()) => where.getByTestId('filter').allInnerTexts().then((all) => all.map((text) => text.split(/:\s/).at(-1).trim()))
/** The list may come a moment after the sentence above it, which can be the same as before. */
const chipped = (want, where) => until(`the chips are [${want}]`, async () => String(await chips(where)) === String(want))
const said = (words) => panel().getByText(words).first().waitFor()
const found = (n) => until(`${n} passages are there`, async () => (await hits().count()) === n)

const look = (name) => bothThemes(page, name)

test('the keyboard opens the panel, and passages come as one types', async () => {
  await page.keyboard.press('Control+Shift+F')
  await panel().waitFor()
  await until('the field has the focus', () => page.evaluate(() => document.activeElement.dataset.testid === 'search-field'))
  await page.keyboard.type('notice period')
  await hits().first().locator('b').getByText('Lease').waitFor()
  assert.equal((await hits().first().locator('mark').allInnerTexts()).join(' '), 'notice period')
  await said(/3 searched · [\d.]+ ms/)
  assert.match(await hits().first().innerText(), /1st by words, 1st by meaning/)
  await stage.test('search-field').fill('')
  await panel().getByText('words that begin so').waitFor()
  await look('search-empty')
  await stage.test('search-field').fill('notice period')
  await hits().first().waitFor()
})

test('a passage says why it was found, and opens where it stands', async () => {
  await hits().first().getByRole('button', { name: 'Why this passage' }).click()
  await hits().first().getByTestId('why').getByText('Found by the words “notice”, “period”; 1st by words, 1st by meaning.').waitFor()
  await look('search')
  await hits().first().getByRole('button').first().click()
  await stage.test('page-mark').first().waitFor()
  await page.getByText('Page 1 of 3').waitFor()
  await stage.page.getByRole('tab', { name: 'Why' }).click()
  await stage.test('source-panel').getByTestId('why').getByText(/Found by the words “notice”, “period”/).waitFor()
  await look('search-source')
  await stage.button('Close source').click()
})

test('documents that a search speaks of come first, until that is taken off', async () => {
  const field = stage.test('search-field')
  await field.fill('Orchard in 2022 trees')
  await said('Documents of Orchard come first: 1 of 3.')
  await chipped(['Orchard'])
  await panel().getByRole('button', { name: 'Take off Orchard' }).click()
  await said('Documents of 2022 come first: 1 of 3.')
  await chipped(['2022'])
  await panel().getByRole('button', { name: 'Take off 2022' }).click()
  await said(/3 searched/)
  await chipped([])
  await field.fill('trees in 2031')
  await said(/3 searched/)
  await chipped([])
})

test('a search is narrowed by hand, and what stands nowhere is said', async () => {
  await stage.test('search-field').fill('"notice period"')
  await page.getByLabel('Narrow by').selectOption({ label: '2024 (1)' })
  await said('“notice period” occurs nowhere in this file as it is quoted; its words are searched for.')
  await look('search-nothing')
  await panel().getByRole('button', { name: 'Take off 2024' }).click()
  await found(1)
  await page.keyboard.press('Escape')
  await panel().waitFor({ state: 'detached' })
  await until('the question has the focus', () => page.evaluate(() => document.activeElement.dataset.testid === 'composer'))
})

test("a document's menu searches in it alone", async () => {
  await stage.choose(stage.row('Harbour'), 'Search in it')
  await stage.test('search-field').fill('revenue')
  await said(/1 searched/)
  assert.match(await hits().first().innerText(), /Harbour 2024 annual report/)
  await panel().getByRole('button', { name: /^Search not only in Harbour/ }).click()
  await said(/3 searched/)
  await page.keyboard.press('Escape')
})

test('a question shows which documents it prefers, and an answer why its passages were found', async () => {
  const composer = page.locator('.composer')
  await stage.test('composer').fill('How did the revenue rise according to the 2024 annual report of Harbour?')
  await composer.getByText('1 of 3 documents first').waitFor()
  await chipped(['Harbour'], composer)
  assert.equal(await composer.getByTestId('filter').getAttribute('title'), 'Company: Harbour (from your question: documents like that come first)')
  await look('narrowed')
  stage.ollama.say((id) => `It rose [${id(REVENUE)}].`)
  await page.keyboard.press('Enter')
  await stage.ended('answered')
  await stage.turn().getByTestId('trace').getByRole('button').first().click()
  await stage.turn().getByText('Documents of Harbour come first: 1 of 3.').waitFor()
  await stage.test('citation-chip').first().click()
  await stage.test('page-mark').first().waitFor()
  await stage.page.getByRole('tab', { name: 'Why' }).click()
  await stage.test('source-panel').getByTestId('why').getByText(/Found by the words .*“revenue”.* by words, \d\w\w by meaning/).waitFor()
  await look('why')
})

test('a chip that is taken off counts no more', async () => {
  const composer = page.locator('.composer')
  await stage.test('composer').fill('What does the annual report of 2022 say of cider?')
  await composer.getByText('1 of 3 documents first').waitFor()
  for (const name of ['Take off 2022', 'Take off annual report']) {
    await composer.getByRole('button', { name }).click()
    await composer.getByRole('button', { name }).waitFor({ state: 'detached' })
  }
  stage.ollama.say('Nothing.')
  await stage.button('Ask').click()
  await stage.written('Nothing.') // of this question, not the one before
  await stage.ended('answered')
  assert.equal(await stage.turn().getByText('come first').count(), 0)
})
