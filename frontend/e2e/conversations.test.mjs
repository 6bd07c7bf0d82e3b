// Several conversations: names, deleting, and two that don't mix.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { HOLD } from './ollama.mjs'
import { harbour, orchard, REVENUE, STAFF } from './samples.mjs'
import { Stage, until } from './stage.mjs'

let stage
before(async () => {
  stage = await Stage.set()
  await stage.add('Harbour', harbour())
  await stage.add('Orchard', orchard())
})
after(() => stage.close())

const open = (title) => stage.talk(title).getByRole('button').first().click()

test('a conversation is named after its first question and can be renamed', async () => {
  stage.ollama.say((id) => `It rose [${id(REVENUE)}].`)
  await stage.ask('What was the revenue in @Harbour?')
  await stage.ended('answered')
  await stage.choose(stage.talk('What was the revenue in Harbour?'), 'Rename')
  await stage.page.getByLabel('New name').fill('Money')
  await stage.page.keyboard.press('Enter')
  await stage.talk('Money').waitFor()
  assert.equal(await stage.page.locator('main h1').innerText(), 'Money')
})

test('a follow-up stays with the document of the question before', async () => {
  stage.ollama.say((id) => `They are 212 [${id(STAFF)}].`)
  await stage.ask('And the people?')
  await stage.ended('answered')
  await stage.turn().getByTestId('trace').getByRole('button').first().click()
  assert.match(await stage.turn().innerText(), /Looks into Harbour/)
  assert.ok(stage.ollama.chats.some(({ format }) => format?.properties.searches), 'the follow-up was rewritten by the model')
})

test('two conversations that run at once do not mix', async () => {
  const { ollama } = stage
  await stage.button('New conversation').first().click()
  ollama.say(`Harbour begins ${HOLD}harbour ends.`)
  await stage.ask('What does @Harbour tell us?')
  await stage.written('Harbour begins')
  await stage.button('New conversation').first().click()
  assert.equal(await stage.page.locator('article').count(), 0)
  ollama.say(`Orchard begins ${HOLD}orchard ends.`)
  await stage.ask('What does @Orchard tell us?')
  await stage.written('Orchard begins')
  assert.equal(await stage.page.locator('[data-testid=conversation-row]').filter({ hasText: 'answering' }).count(), 2)
  ollama.go()
  await stage.ended('answered')
  assert.equal((await stage.answer()).trim(), 'Orchard begins orchard ends.')
  const other = stage.talk('What does Harbour tell us?')
  await other.getByRole('button').first().click()
  await stage.written('harbour ends.')
  await stage.ended('answered')
  assert.equal((await stage.answer()).trim(), 'Harbour begins harbour ends.')
  await until('none is answering', async () => (await stage.talk('answering').count()) === 0)
})

test('a source that another conversation cites is put away', async () => {
  await open('Money')
  await stage.ended('answered')
  await stage.test('citation-chip').first().click()
  await stage.test('page-mark').first().waitFor()
  await stage.talk('What does Orchard tell us?').getByRole('button').first().click()
  await stage.test('source-panel').waitFor({ state: 'detached' })
})

test('a conversation that is deleted while it runs stops and is gone', async () => {
  await stage.button('New conversation').first().click()
  stage.ollama.say(`A long ${HOLD}answer.`)
  await stage.ask('Tell of @Orchard please.')
  await stage.written('A long')
  await stage.remove(stage.talk('Tell of Orchard please.'), 'Delete')
  await stage.talk('Tell of Orchard please.').waitFor({ state: 'detached' })
  await stage.page.getByRole('heading', { name: 'Ask your PDFs' }).waitFor()
  stage.ollama.go()
  await stage.restart()
  await stage.talk('Money').waitFor()
  assert.equal(await stage.talk('Tell of Orchard please.').count(), 0)
  assert.equal(await stage.test('conversation-row').count(), 3)
})

test('Again asks the same question once more', async () => {
  await open('Money')
  stage.ollama.say((id) => `Still 212 [${id(STAFF)}].`)
  await stage.turn().getByRole('button', { name: 'Again' }).click()
  await stage.written('Still 212')
  assert.equal(await stage.turn().locator('h2').innerText(), 'And the people?')
})

test('an answer is copied with its citations and verdicts spelled out', async () => {
  await stage.ended('answered')
  const copied = await stage.copied(() => stage.turn().getByRole('button', { name: 'Copy', exact: true }).click())
  const why = 'Its words are too general to be looked up.'
  assert.equal(copied, `Still 212 [1].

## Sources

[1] **Harbour**, p. 2 · People

> “${STAFF}”

**Not found by words.** ${why}

## What is proved

0 of 1 statement proved · 1 not found

- Not found by words: “Still 212.” ${why}`)
})

test('what the sources of an answer are can be listed and opened', async () => {
  await stage.ended('answered')
  await stage.turn().getByRole('button', { name: /^Sources/ }).click()
  const list = stage.turn().getByRole('list', { name: 'Sources' })
  assert.ok((await list.getByRole('listitem').count()) >= 1)
  await list.getByRole('button').first().click()
  await stage.test('page-mark').first().waitFor()
})

test('the head of a conversation renames it', async () => {
  const { page } = stage
  await page.locator('main').getByRole('button', { name: 'More about this conversation' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  const field = stage.test('rename-here')
  await until('it has the focus', () => field.evaluate((one) => one === document.activeElement))
  await field.fill('Told in short')
  await field.press('Enter')
  await page.locator('main h1').filter({ hasText: 'Told in short' }).waitFor()
  await stage.talk('Told in short').waitFor()
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), 'More about this conversation')
})
