// Reading everything: what stands where and how often, a list that a model makes of every passage, how long that still takes,
// and what was read.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { bothThemes } from './axe.mjs'
import { lines, pdf } from './pdf.mjs'
import { lease } from './samples.mjs'
import { Stage, until } from './stage.mjs'

const PAGES = 110
const SUPPLIERS = 24

/** A report so long that a model reads it in many calls; each supplier is named on several of its pages. */
const report = () =>
  pdf(Array.from({ length: PAGES }, (_, page) => lines(
    `# Plant ${page + 1}`,
    `The plant buys from Supplier ${String.fromCharCode(65 + (page % SUPPLIERS))}${page % SUPPLIERS} in every quarter of the year.`,
    ...Array.from({ length: 34 }, (_, i) => `Line ${page * 34 + i}: the shift of week ${i + 1} went as it was planned, and nothing more is told of it here.`),
  )))

let stage, page
let wait = 0 // of each call that reads, in milliseconds
let release = () => {}
const hasRead = new Map() // how often each passage was read
before(async () => {
  stage = await Stage.set()
  page = stage.page
  stage.ollama.forms.found = async ({ messages }) => {
    await Promise.race([new Promise((done) => setTimeout(done, wait)), new Promise((done) => (release = done))])
    const found = []
    for (const [, id, text] of messages.at(-1).content.matchAll(/<knowledge_base id="(\d+)"[^>]*>\n([\s\S]*?)\n<\/knowledge_base>/g)) {
      hasRead.set(text, (hasRead.get(text) ?? 0) + 1)
      for (const [, name] of text.matchAll(/buys from (Supplier \w+)/g)) found.push({ passage: Number(id), text: name })
    }
    return { found }
  }
  await stage.add('Plants', report())
  await stage.add('Lease', lease())
})
after(() => stage.close())

const look = (name) => bothThemes(page, name)

test('words are counted on every page, without a model', async () => {
  const calls = stage.ollama.chats.length
  await stage.ask('How often is the notice period mentioned?')
  await stage.ended('answered')
  assert.match(await stage.answer(), /“notice period” stands \w+ .*on \d+ pages? of 1 file, in just this form/)
  assert.match(await stage.answer(), /Read: all \d+ passages of 2 files\./)
  assert.equal(stage.ollama.chats.length, calls)
  await look('whole-count')
  await stage.turn().getByTestId('answer').getByRole('button', { name: /1/ }).first().click()
  await stage.test('page-mark').first().waitFor()
})

test('which documents never mention a word', async () => {
  await stage.ask('Which of these never mention suppliers?')
  await stage.ended('answered')
  assert.match(await stage.answer(), /One of 2 files never mentions “suppliers”|2 of 2 files never mention/)
})

test('before a long reading the person is asked, and what is left is told while it goes on', async () => {
  wait = 3000
  await stage.ask('List all suppliers in @Plants.')
  await stage.ended('needs_person')
  const card = stage.turn().getByTestId('card')
  assert.match(await card.innerText(), /Reading \d+ passages of 1 file takes about \d+ (seconds|minutes)/)
  await look('whole-ask')
  await card.getByRole('button', { name: 'Read everything' }).click()
  await stage.turn().getByText(/Reading everything: \d+ of \d+ passages, about \d+ (seconds|minutes) left/).first().waitFor()
  await look('whole-reading')
})

test('it goes on after a restart, reads nothing twice, and lists all with their places', async () => {
  wait = 0
  release()
  await stage.restart()
  await stage.talk('How often is the notice').getByRole('button').first().click()
  await stage.ended('answered')
  const answer = await stage.answer()
  assert.match(answer, new RegExp(`${SUPPLIERS} found for “suppliers”`))
  assert.match(answer, /Supplier A0: p\. 1/)
  assert.match(answer, /Read: all \d+ passages of 1 file\./)
  await look('whole-list')
  const times = [...hasRead.values()]
  assert.ok(times.filter((n) => n > 1).length <= 2 * 40, `read again: ${times.filter((n) => n > 1).length}`)
})

test('the next question about the same reads nothing', async () => {
  const calls = stage.ollama.chats.length
  await stage.ask('How many suppliers does @Plants mention?')
  await stage.ended('answered')
  assert.match(await stage.answer(), new RegExp(`${SUPPLIERS} found`))
  assert.equal(stage.ollama.chats.length, calls)
})
