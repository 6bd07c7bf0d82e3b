// A report that asks the web: switched on and tried by the person, told before anything leaves, and opened in the end.
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { after, before, test } from 'node:test'
import { freePort } from './lectern.mjs'
import { harbour } from './samples.mjs'
import { Searches } from './searches.mjs'
import { Stage } from './stage.mjs'

const NEWS = { title: 'Harbour news', address: 'https://news.example.com/harbour', summary: 'What happened at the harbour', content: 'The harbour told that its revenue rose to 41.7 million in 2024.' }
const QUESTION = 'How did the revenue of the harbour develop?'

let stage, searches
before(async () => {
  searches = await Searches.start([NEWS])
  stage = await Stage.set()
  await stage.add('Harbour', harbour())
})
after(async () => {
  await searches.close()
  stage.wrong = stage.wrong.filter((what) => !/^request to chrome(-extension)?:/.test(what)) // the browser's own reader of PDFs
  await stage.close()
})

const settings = () => stage.test('settings')
const server = () => stage.test('search-server')
const foot = (words) => stage.test('library').getByText(words, { exact: true }).waitFor()
const report = () => stage.turn().getByTestId('report')

async function open() {
  await stage.settings('Privacy')
  await server().getByRole('switch', { name: 'Search server' }).waitFor()
}

async function tried() {
  await server().getByRole('button', { name: 'Try it' }).click()
  await server().getByRole('button', { name: 'Try it' }).waitFor()
  await server().getByRole('status').locator('span').waitFor()
  return server().getByRole('status').innerText()
}

async function ask() {
  await stage.page.getByRole('button', { name: /^How thoroughly to work/ }).click()
  await stage.page.getByRole('menuitemradio', { name: /^Report/ }).click()
  stage.ollama.say('Revenue rose to 41.7 million in 2024 [S1].')
  await stage.ask(QUESTION)
}

test('it is off until a person says where it is, and can be tried without a question', async () => {
  await foot('Nothing leaves this computer')
  await open()
  assert.equal(await server().getByRole('switch').isChecked(), false)
  await server().getByRole('switch').click()
  await settings().getByText("Name the search server's program or its address").waitFor()
  assert.equal(await server().getByLabel('Program', { exact: true }).isEditable(), false)
  await server().getByText(/^A program can be named in Lectern’s window, or in a terminal/).waitFor()
  await server().getByRole('radio', { name: 'An address' }).check()
  await server().getByLabel('Address', { exact: true }).fill(`http://127.0.0.1:${await freePort()}/mcp`)
  assert.match(await tried(), /doesn't answer like a search server; start it/)
  await server().getByLabel('Address', { exact: true }).fill(searches.address)
  assert.match(await tried(), /answers, and has full-web-search, get-web-search-summaries and get-single-web-page-content\./)
  await server().getByText('Tool names').click()
  await server().getByLabel('To search', { exact: true }).fill('ask')
  assert.match(await tried(), /has no tool "ask" to search with; it has full-web-search/)
  await server().getByLabel('To search', { exact: true }).fill('full-web-search')
  await server().getByLabel('To search', { exact: true }).blur()
  await stage.shutSettings()
  await foot(`Reports may ask ${searches.host}`)
  assert.deepEqual(await searches.asked(), [])
})

test('what leaves is told before an answer comes, and what came is listed', async () => {
  await searches.hold()
  await ask()
  const leaving = stage.turn().getByTestId('leaving')
  await leaving.waitFor()
  assert.equal(await leaving.innerText(), `This leaves your machine. ${searches.host} is asked for “${QUESTION} latest insights”`)
  await stage.turn().getByTestId('trace').getByRole('button').first().click()
  await stage.test('step').last().locator('p.leaves').filter({ hasText: searches.host }).waitFor()
  await leaving.waitFor({ state: 'detached' })
  await searches.go()
  await stage.ended('answered')
  assert.match(await stage.turn().getByTestId('trace').getByRole('button').first().innerText(), /the web was asked 5 times/)
  const asked = await searches.asked()
  assert.equal(asked.length, 5)
  assert.ok(asked.every((what) => what.includes(QUESTION)), asked)
  await report().getByRole('button', { name: /^Verification/ }).click()
  await report().getByText(`${NEWS.title} ${NEWS.address}`).waitFor()
})

test('the PDF opens in a tab of its own, and what is gone is said', async () => {
  const tab = stage.context.waitForEvent('page')
  const served = stage.page.waitForResponse(/\/report\/[^/]+\/report\.pdf$/)
  await report().getByRole('button', { name: 'Open PDF' }).click()
  const opened = await tab
  await opened.waitForURL(/^blob:/, { waitUntil: 'commit' })
  const token = new URL(stage.lectern.address).searchParams.get('token')
  const answer = await stage.context.request.get((await served).url(), { headers: { 'X-Lectern-Token': token } }) // as the page asked
  assert.deepEqual([answer.status(), answer.headers()['content-type'], (await answer.body()).subarray(0, 5).toString()], [200, 'application/pdf', '%PDF-'])
  await opened.close()
  assert.match(stage.wrong.shift(), /^another window/) // that it was
  assert.equal(await report().getByRole('button', { name: 'Show folder' }).count(), 0)
  const paths = await report().locator('code').allInnerTexts()
  rmSync(dirname(paths[0]), { recursive: true })
  await report().getByRole('button', { name: 'Open PDF' }).click()
  await stage.told('is not there any more')
})

test('it is kept through a restart, and asked no more once it is off', async () => {
  await stage.restart()
  await foot(`Reports may ask ${searches.host}`)
  await open()
  assert.equal(await server().getByLabel('Address', { exact: true }).inputValue(), searches.address)
  await server().getByRole('switch').click()
  await stage.shutSettings()
  await foot('Nothing leaves this computer')
  const before = await searches.asked()
  await stage.button('New conversation').first().click()
  await ask()
  await stage.ended('answered')
  await stage.turn().getByTestId('report').waitFor()
  assert.deepEqual(await searches.asked(), before)
  assert.doesNotMatch(await stage.turn().getByTestId('trace').innerText(), /web/)
})
