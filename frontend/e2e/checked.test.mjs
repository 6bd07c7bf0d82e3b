// Answers that are checked: how sure they are, what was wrong with them, and what the person is asked.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { bothThemes } from './axe.mjs'
import { harbour, REVENUE } from './samples.mjs'
import { Stage, until } from './stage.mjs'

const QUESTION = 'What was the revenue in @Harbour?'

let stage
let page
before(async () => {
  stage = await Stage.set()
  page = stage.page
  await stage.internals()
  await stage.add('Harbour', harbour())
  await page.getByRole('button', { name: /^How thoroughly to work/ }).click()
  await page.getByRole('menuitemradio', { name: /^Checked/ }).click()
})
after(() => stage.close())

const card = () => stage.turn().getByTestId('card')

test('an answer that passes shows how sure it is, and the scores behind it', async () => {
  stage.ollama.say((id) => `It rose [${id(REVENUE)}].`)
  await stage.ask(QUESTION)
  await stage.ended('answered')
  assert.match(await stage.answer(), /It rose/)
  const checked = stage.turn().getByTestId('checked')
  assert.match(await checked.innerText(), /Checked\s*· Strong confidence · 1 draft/)
  await checked.getByRole('button').click()
  const told = await checked.innerText()
  for (const words of ['Faithful to the sources', '90 %', 'Complete', '70 %', '1 of 1 cited']) assert.ok(told.includes(words), `${words} in ${told}`)
})

test('a draft that fails is written anew, and the reason is told', async () => {
  const judged = [{ hallucination: false, unsupported_claims: ['It doubled'], logical_gaps: [], conflicting_evidence: [], confidence: 0.3 }]
  const { hallucination } = stage.ollama.forms
  stage.ollama.forms.hallucination = () => judged.shift() ?? hallucination()
  stage.ollama.say((id) => `It doubled [${id(REVENUE)}].`, (id) => `It rose [${id(REVENUE)}].`)
  await stage.ask(QUESTION)
  await stage.ended('answered')
  assert.doesNotMatch(await stage.answer(), /doubled/)
  const checked = stage.turn().getByTestId('checked')
  assert.match(await checked.innerText(), /2 drafts/)
  await checked.getByRole('button').click()
  assert.match(await checked.innerText(), /Tried again because/)
  await bothThemes(page, 'checked')
  assert.match(await checked.innerText(), /Confidence, draft by draft\s+\d+ % → \d+ %/)
  await checked.getByRole('button', { name: /^Harbour, p\. \d/ }).first().click()
  await page.getByTestId('page-mark').first().waitFor()
})

test('what is not in the documents is asked about, also after a reload, and the run goes on with the reply', async () => {
  const asked = stage.ollama.chats.length
  await stage.ask('Which zebra painted the ceiling?')
  await stage.ended('needs_person')
  assert.equal(stage.ollama.chats.length, asked) // no model was bothered
  assert.match(await card().innerText(), /documents/)
  await page.reload()
  await stage.talk('What was the revenue').getByRole('button').first().click()
  await stage.ended('needs_person')
  await card().getByRole('button', { name: 'Leave it as it is' }).click()
  await stage.ended('answered')
  await until('the card is gone', async () => (await card().count()) === 0)
})
