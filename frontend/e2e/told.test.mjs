// What the documents don't tell is said so, with ways on: all documents, or a search for the words.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { bothThemes } from './axe.mjs'
import { harbour, lease } from './samples.mjs'
import { Stage } from './stage.mjs'

let stage, page
before(async () => {
  stage = await Stage.set({ ollama: false })
  page = stage.page
  await stage.button('Go on without a model').click()
  await stage.add('Harbour', harbour())
  await stage.add('Lease', lease())
})
after(() => stage.close())

const card = () => stage.turn().getByTestId('not-told')

const look = (name) => bothThemes(page, name)

test('a question that is off the documents gets a card, once', async () => {
  await stage.ask('@Lease How do penguins and zebras raise their young in Antarctica?')
  await stage.ended('answered')
  assert.match(await card().innerText(), /^Not in this document\b/)
  assert.equal(await stage.turn().getByTestId('banner').count(), 0)
  assert.match(await stage.answer(), /penguins|Antarctica/)
  await look('not-told')
})

test('all documents can be asked, and the words searched', async () => {
  await card().getByRole('button', { name: 'Ask all documents' }).click()
  await card().getByText('Not in your documents').waitFor()
  assert.equal(await card().getByRole('button', { name: 'Ask all documents' }).count(), 0)
  await card().getByRole('button', { name: 'Search for the words' }).click()
  assert.equal(await stage.test('search').locator('input').first().inputValue(), 'How do penguins and zebras raise their young in Antarctica?')
  await page.keyboard.press('Escape')
})

test('what they tell gets none, after a reload as before', async () => {
  await page.reload()
  await stage.talk('How do penguins').getByRole('button').first().click()
  await card().waitFor()
  await stage.ask('How did the revenue develop?')
  await stage.ended('answered')
  assert.equal(await card().count(), 0)
})
