// The receipt under an answer: what the model was given, word for word, and what happens when Ollama cuts it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { handbook, harbour, lease, NOTICE } from './samples.mjs'
import { Stage, until } from './stage.mjs'

let stage
let page
before(async () => {
  stage = await Stage.set()
  page = stage.page
  await stage.add('Lease', lease())
  await stage.add('Harbour', harbour())
  await stage.add('Handbook', handbook())
})
after(() => stage.close())

const receipt = () => stage.turn().getByTestId('receipt')
const calls = () => receipt().getByTestId('receipt-call')
const open = () => receipt().getByRole('button', { name: 'What the model was given' }).click()

test('what the model was given stands under the answer: tokens, passages, and the very text, as plain text', async () => {
  stage.ollama.say((id) => `Three months [${id(NOTICE)}].`)
  await stage.ask('What is the notice period in @Lease?')
  await stage.ended('answered')
  const sent = stage.ollama.chats.at(-1)
  await open()
  const last = calls().last()
  assert.match(await last.innerText(), /[\d,]+ of 4,096/)
  await last.getByRole('button').first().press('Enter')
  assert.match(await last.innerText(), /counted · [\d,]+ estimated/)
  await last.getByRole('button', { name: 'Show the exact text' }).click()
  const texts = await last.locator('pre').allTextContents()
  assert.deepEqual(texts.slice(0, sent.messages.length), sent.messages.map(({ content }) => content))
  const copied = await stage.copied(() => last.getByRole('button', { name: 'Copy' }).click())
  assert.ok(copied.includes(sent.messages.at(-1).content))
  await last.getByRole('button', { name: /^Lease, p\. / }).first().click()
  await page.getByTestId('source-panel').waitFor()
})

test('a prompt that Ollama cuts is seen, said, and sent again with less', async () => {
  const reply = (id) => `Three months [${id(NOTICE)}].`
  stage.ollama.say((id) => `${reply(id)} ${Array.from({ length: 150 }, (_, flat) => `In flat ${flat} it is the same for all.`).join(' ')}`, reply, reply)
  await stage.ask('What does the notice period in @Lease mean?')
  await stage.ended('answered')
  stage.ollama.window = 1200
  await stage.ask('And for whom does the notice period in @Lease hold?')
  await stage.ended('answered')
  stage.ollama.window = Infinity
  assert.match(await stage.answer(), /^Three months/)
  await open()
  await until('the cut is told', async () => /Ollama cut 1 call short/.test(await receipt().innerText()))
  const cut = calls().filter({ hasText: 'cut short' })
  assert.match(await cut.innerText(), /1,200 of 4,096/)
  await calls().last().getByRole('button').first().click()
  assert.match(await calls().last().innerText(), /left out: no room/)
})
