// Answers that break off: stopped by the person, left by Ollama, cut by a power failure, reloaded in the middle.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { HOLD } from './ollama.mjs'
import { harbour, REVENUE } from './samples.mjs'
import { Stage } from './stage.mjs'

let stage
before(async () => {
  stage = await Stage.set()
  await stage.add('Harbour', harbour())
})
after(() => stage.close())

const half = (id) => `The first half [${id(REVENUE)}] ${HOLD}and the rest.`
const whole = (id) => `The whole answer [${id(REVENUE)}].`

async function askAndRead() {
  stage.ollama.say(half)
  await stage.ask('What does @Harbour say about revenue?')
  await stage.written('The first half')
}

async function resume() {
  stage.ollama.say(whole)
  await stage.test('ending').getByRole('button', { name: 'Resume' }).click()
  await stage.ended('answered')
  assert.match(await stage.answer(), /^The whole answer\s*1\s*\.$/)
  assert.equal(await stage.test('ending').count(), 0)
}

test('Stop keeps the text, Resume finishes the answer', async () => {
  await askAndRead()
  await stage.test('stop').click()
  await stage.ended('stopped')
  assert.match(await stage.answer(), /^The first half\s*1\s*$/)
  assert.match(await stage.test('ending').innerText(), /Stopped\. What was written is kept\./)
  await stage.test('citation-chip').click()
  await stage.test('page-mark').first().waitFor()
  await resume()
})

test('Ollama dies in mid answer: the text stays, Resume works once it is back', async () => {
  await stage.button('Ask something new').click()
  await askAndRead()
  await stage.ollama.stop()
  await stage.ended('failed')
  assert.match(await stage.answer(), /^The first half/)
  const ending = await stage.test('ending').innerText()
  assert.match(ending, /Ollama/)
  await stage.ollama.start()
  await resume()
})

test('a stream that breaks off is no answer', async () => {
  await stage.button('Ask something new').click()
  stage.ollama.say({ text: 'Only a beginning', cut: true })
  await stage.ask('What does @Harbour say about revenue?')
  await stage.ended('failed')
  assert.equal((await stage.answer()).trim(), 'Only a beginning')
  await resume()
})

test('a page that is reloaded in mid answer catches up', async () => {
  await stage.button('Ask something new').click()
  await askAndRead()
  await stage.page.reload()
  const row = stage.talk('answering')
  await row.getByRole('button').first().click()
  await stage.written('The first half')
  assert.equal(await stage.turn().getAttribute('data-status'), 'running')
  stage.ollama.go()
  await stage.ended('answered')
  assert.match(await stage.answer(), /^The first half\s*1\s*and the rest\.$/)
})

test('a killed program goes on by itself when it is started again', async () => {
  await stage.button('Ask something new').click()
  await askAndRead()
  stage.ollama.say((id) => `Written anew [${id(REVENUE)}] ${HOLD}to the end.`)
  await stage.restart('SIGKILL')
  await stage.talk('answering').getByRole('button').first().click()
  await stage.written('Written anew')
  assert.equal(await stage.turn().getAttribute('data-status'), 'running')
  stage.ollama.go()
  await stage.ended('answered')
  assert.match(await stage.answer(), /^Written anew\s*1\s*to the end\.$/)
  await stage.talk('answering').waitFor({ state: 'detached' })
})

test('a server that is closed in mid answer goes on as well', async () => {
  await stage.button('Ask something new').click()
  await askAndRead()
  stage.ollama.say(whole)
  await stage.restart()
  await stage.test('conversation-row').first().getByRole('button').first().click()
  await stage.ended('answered')
  assert.match(await stage.answer(), /^The whole answer/)
})
