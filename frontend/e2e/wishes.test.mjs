// What a person wants otherwise for single questions: the language, where to search, how often to try again.
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { after, before, test } from 'node:test'
import { harbour, orchard, REVENUE } from './samples.mjs'
import { Stage } from './stage.mjs'

let stage
let page
before(async () => {
  stage = await Stage.set()
  page = stage.page
  const paths = [['a/Harbour.pdf', harbour()], ['b/Orchard.pdf', orchard()]].map(([name, bytes]) => {
    mkdirSync(dirname(`${stage.lectern.dir}/${name}`), { recursive: true })
    return stage.file(name, bytes)
  })
  await page.evaluate((all) => window.go.main.App.AddPaths(all), paths) // a browser can't tell where a file was
  await stage.state('Harbour', 'ready')
  await stage.state('Orchard', 'ready')
})
after(() => stage.close())

const picker = () => page.getByRole('button', { name: /^For this question/ })
const wish = (label) => stage.test('wishes').getByLabel(label, { exact: true })

async function choose(label, option) {
  await picker().click()
  await wish(label).selectOption(option)
  await page.keyboard.press('Escape')
}

test('the language and the folder hold for the question, and stand below it', async () => {
  await choose('Answer in', 'Deutsch')
  await choose('Search in', { label: `${stage.lectern.dir}/a (1)` })
  assert.match(await picker().innerText(), /Deutsch · a/)
  stage.ollama.say((id) => `Er stieg [${id(REVENUE)}].`)
  await stage.ask('What was the revenue of the harbour and of the orchard?')
  await stage.ended('answered')
  const sent = JSON.stringify(stage.ollama.chats.at(-1))
  assert.match(sent, /Deutsch/)
  assert.match(sent, /41\.7/)
  assert.doesNotMatch(sent, /apple trees/)
  assert.match(await stage.turn().getByTestId('question').innerText(), /Deutsch · a/)
  await page.reload()
  await stage.talk('What was the revenue').getByRole('button').first().click()
  await stage.ended('answered')
  assert.match(await stage.turn().getByTestId('question').innerText(), /Deutsch · a/)
})

test('a checked answer can be told how often to try again', async () => {
  await page.getByRole('button', { name: /^How thoroughly to work/ }).click()
  await page.getByRole('menuitemradio', { name: /^Checked/ }).click()
  await choose('Retries', '0')
  assert.match(await picker().innerText(), /Retries: 0/)
  stage.ollama.forms.hallucination = () => ({ hallucination: false, unsupported_claims: ['It doubled'], logical_gaps: [], conflicting_evidence: [], confidence: 0.2 })
  stage.ollama.say((id) => `It doubled [${id(REVENUE)}].`)
  const before = stage.ollama.chats.length
  await stage.ask('What was the revenue in @Harbour?')
  await stage.ended('needs_person')
  assert.equal(stage.ollama.chats.length - before, 3)
  assert.match(await stage.turn().getByTestId('question').innerText(), /Retries: 0/)
})

test('what another workflow doesn’t know is no longer wished for', async () => {
  await page.getByRole('button', { name: /^How thoroughly to work/ }).click()
  await page.getByRole('menuitemradio', { name: /^Chat/ }).click()
  assert.doesNotMatch(await picker().innerText(), /Retries/)
  await choose('Answer in', '日本語')
  assert.equal(await picker().innerText(), '日本語')
  await picker().click()
  assert.equal(await stage.test('wishes').getByLabel('Retries').count(), 0)
  await page.getByRole('button', { name: 'As in the settings' }).click()
  assert.equal((await picker().innerText()).trim(), '')
})

test('a research is told how long it may become and take', async () => {
  await page.getByRole('button', { name: 'New conversation' }).first().click()
  await page.getByRole('button', { name: /^How thoroughly to work/ }).click()
  await page.getByRole('menuitemradio', { name: /^Research/ }).click()
  await choose('Length', 'brief')
  await picker().click()
  await wish('Minutes').fill('9')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  assert.match(await picker().innerText(), /Length: brief.*Minutes: 9/)
  await stage.ask('How is the harbour doing?')
  await stage.ended('needs_person')
  await stage.test('card').locator('.options button').last().click()
  await stage.test('card').locator('li input').first().waitFor()
  assert.match(await stage.test('card').innerText(), /four fifths of the 9 minutes/)
})
