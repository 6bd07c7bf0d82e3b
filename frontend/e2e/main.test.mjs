// The main way: add a document, ask, read the answer as it comes, follow a citation to the sentence on its page, and find
// all of it again after a restart.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { HOLD } from './ollama.mjs'
import { harbour, REVENUE, STAFF } from './samples.mjs'
import { Stage, until } from './stage.mjs'
import { inkUnder, markFits } from './marks.mjs'

let stage
before(async () => (stage = await Stage.set()))
after(() => stage.close())

test('a chosen file is read and embedded', async () => {
  await stage.upload(stage.file('Harbour report.pdf', harbour()))
  await stage.told('1 document added.')
  await stage.state('Harbour report', 'ready')
  await until('it has vectors', async () => (await stage.row('Harbour report').innerText()).includes('2 p.'))
})

test('a mention is picked from the popup and the answer streams', async () => {
  const { page, ollama } = stage
  ollama.say((id) => `The company earned **41.7 million** [${id(REVENUE)}]. ${HOLD}It has 212 people [${id(STAFF)}]. ${HOLD}That is all.`)
  await stage.test('composer').pressSequentially('How much did @harb')
  const option = page.getByRole('option', { name: /Harbour report/ })
  await option.waitFor()
  assert.equal(await stage.test('composer').getAttribute('aria-activedescendant'), await option.getAttribute('id'))
  await page.keyboard.press('Enter')
  assert.equal(await stage.test('composer').inputValue(), 'How much did @"Harbour report" ')
  await page.keyboard.type('earn?')
  await page.keyboard.press('Enter')

  await stage.written('41.7 million')
  assert.equal(await stage.turn().getAttribute('data-status'), 'running')
  const early = await stage.answer()
  assert.equal(await stage.test('trace').innerText(), 'Writing the answer…')
  ollama.go()
  await stage.written('212 people')
  assert.equal(await stage.turn().getAttribute('data-status'), 'running')
  assert.ok((await stage.answer()).length > early.length, 'the text grows while the run goes on')
  ollama.go()
  await stage.ended('answered')
  assert.match(await stage.answer(), /^The company earned 41\.7 million[\s\u2060]*1\s*\. It has 212 people[\s\u2060]*2\s*\. That is all\.$/)
  assert.equal(await stage.turn().locator('h2 .mention').innerText(), '@Harbour report')
  assert.match(await stage.test('trace').innerText(), /^\d steps · \d passages? read · [\d.]+ s$/)
})

test('the trace tells what came of each step', async () => {
  const trace = stage.test('trace')
  await trace.getByRole('button').click()
  const said = await trace.getByRole('list', { name: 'Steps' }).innerText()
  assert.match(said, /Looks into Harbour report/)
  assert.match(said, /Kept \d of \d passages? found by words and meaning/)
  assert.doesNotMatch(said, /…/)
  await trace.getByRole('button').first().click()
})

test('a citation shows its sentence on hover, and its place on a click', async () => {
  const { page } = stage
  await stage.test('citation-chip').first().hover()
  const card = stage.test('citation-card')
  await card.waitFor()
  assert.ok((await card.innerText()).includes(REVENUE))
  assert.match(await card.innerText(), /p\. 1/)
  await stage.test('citation-chip').first().click()
  await card.waitFor({ state: 'hidden' })
  await stage.test('page-mark').first().waitFor()
  assert.equal(await page.getByText('Page 1 of 2').isVisible(), true)
  await markFits(page, REVENUE)
  await inkUnder(page)

  await page.getByRole('button', { name: 'Next citation' }).click()
  await page.getByText('Page 2 of 2').waitFor()
  await stage.test('page-mark').first().waitFor()
  await markFits(page, STAFF)
  const size = await stage.test('zoom').innerText()
  await page.getByRole('button', { name: /^Size of the pages/ }).click()
  await page.getByRole('menuitemradio', { name: '125 %' }).click()
  await until('it is larger', async () => (await stage.test('zoom').innerText()) !== size)
  await markFits(page, STAFF)
  assert.equal(await page.locator('[data-testid=citation-chip][aria-current]').innerText(), '2')
})

test('all of it is there after a restart', async () => {
  const answer = await stage.answer()
  await stage.restart()
  await stage.state('Harbour report', 'ready')
  await stage.talk('How much did Harbour report earn?').getByRole('button').first().click()
  await stage.ended('answered')
  assert.equal(await stage.answer(), answer)
  await stage.test('citation-chip').first().click()
  await stage.test('page-mark').first().waitFor()
  await markFits(stage.page, REVENUE)
  assert.equal(stage.ollama.chats.length, 1)
})
