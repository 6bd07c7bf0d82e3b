// How a document was read: every page is accounted for, and an answer says when it leans on a doubtful one.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { CHAT, EMBED, VISION } from './ollama.mjs'
import { lease, NOTICE, RENT } from './samples.mjs'
import { Stage, until } from './stage.mjs'

let stage
before(async () => {
  stage = await Stage.set()
  await scansAreReadBy('nobody') // what is installed on this machine must not matter
  await stage.add('Lease', lease())
})
after(() => stage.close())

const details = () => stage.test('details')
const report = () => stage.test('reading-report')
const listed = async () => (await report().getByRole('listitem').allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim())
const verdict = () => stage.test('page-verdict')
const chip = () => stage.turn().getByTestId('citation-chip').first()

async function scansAreReadBy(who) {
  await stage.settings('General')
  await stage.test('settings').getByLabel('Scans are read by').selectOption(who)
  await stage.shutSettings()
}

async function howItWasRead() {
  await stage.choose(stage.row('Lease'), 'How it was read…')
  await report().getByText('confirmed by a second reader').waitFor()
}

async function cite(words) {
  stage.ollama.say((id) => `${words} [${id(words)}].`)
  await stage.ask('What does @Lease say of the rent and the deposit?')
  await stage.ended('answered')
  await chip().waitFor()
}

test('the row counts the pages to check', async () => {
  await stage.row('Lease').getByText('2 pages to check').waitFor()
  const title = () => stage.row('Lease').getByRole('button').first().getAttribute('title')
  await until('the second reader has had its turn', async () => /Lease\n3 pages: 1 read and confirmed by a second reader, 1 doubtful \(p\. 3\), 1 could not be read \(p\. 2\)/.test(await title()))
})

test('the details name each of them, and lead there', async () => {
  await howItWasRead()
  const [picture, doubtful, ...more] = await listed()
  assert.match(picture, /^p\. 2 Could not be read It is a picture only: there is no text on it\./)
  assert.match(doubtful, /^p\. 3 Doubtful Some of its characters are none/)
  assert.deepEqual(more, [])
  await report().getByRole('button', { name: /^p\. 3/ }).click()
  await details().waitFor({ state: 'detached' })
  await verdict().getByText('Doubtful: some of its characters are none: the file doesn\'t say what they mean.').waitFor()
  await stage.page.getByText('Page 3 of 3').waitFor()
})

test('each page that is shown tells how it was read', async () => {
  await stage.button('Previous page').click()
  await verdict().getByText('Could not be read: it is a picture only').waitFor()
  await stage.button('Previous page').click()
  await verdict().getByText('Confirmed by two readers').waitFor()
  const page = stage.page.getByRole('img', { name: 'Page 1 of Lease' })
  await page.waitFor()
  assert.equal(await page.evaluate((canvas) => document.getElementById(canvas.getAttribute('aria-describedby')).textContent.trim()), 'Confirmed by two readers')
})

test('an answer that leans on a doubtful page says so', async () => {
  await cite(RENT)
  await stage.turn().getByTestId('doubts').getByText('leans on a page whose text is doubtful: Lease, p. 3').waitFor()
  assert.match(await chip().getAttribute('class'), /doubtful/)
  assert.match(await chip().getAttribute('aria-label'), /^Citation 1, of a doubtful page/)
  await chip().hover()
  await stage.test('citation-card').getByText('The text of this page is doubtful. Some of its characters are none').waitFor()
  await stage.turn().getByTestId('doubts').getByRole('button', { name: 'Lease, p. 3' }).click()
  await verdict().getByText('Doubtful').waitFor()
  await stage.test('page-mark').first().waitFor()
})

test('one that leans on a sound page says nothing', async () => {
  await cite(NOTICE)
  assert.equal(await stage.turn().getByTestId('doubts').count(), 0)
  assert.match(await chip().getAttribute('aria-label'), /^Citation 1(?!, of)/)
})

test('with a model that reads pictures it is read again', async () => {
  stage.ollama.models = [VISION, CHAT, EMBED] // the smallest, so that another one answers
  await stage.page.evaluate(() => window.go.main.App.LookAgain())
  await scansAreReadBy(VISION)
  await howItWasRead()
  stage.ollama.say('The deposit of the flat is two rents.')
  await report().getByRole('button', { name: 'Read again' }).click()
  await report().getByText('1 by OCR').waitFor()
  const [doubtful, picture] = await listed()
  assert.match(doubtful, /^p\. 3 Doubtful/)
  assert.match(picture, /^p\. 2 Read by OCR \(vision:latest\) Its letters were recognised in a picture\./)
  const asked = stage.ollama.chats.findLast(({ model }) => model === VISION)
  assert.equal(asked.messages[0].images.length, 1)
  assert.equal(Buffer.from(asked.messages[0].images[0], 'base64').toString('latin1', 1, 4), 'PNG')
  await stage.page.keyboard.press('Escape')
  await stage.row('Lease').getByText('1 page to check').waitFor()
})

test('what was recognised is found, cited and named', async () => {
  await until('it is embedded', async () => (await stage.page.evaluate(() => window.go.main.App.Documents()))[0].embedded === 3)
  await cite('The deposit of the flat is two rents.')
  await stage.turn().getByTestId('doubts').getByText('Read by OCR, which may misread a letter: Lease, p. 2').waitFor()
  assert.match(await chip().getAttribute('aria-label'), /^Citation 1(?!, of)/)
})

test('a document that cannot be read again stays as it was', async () => {
  await howItWasRead()
  stage.ollama.say({ error: 'out of memory', status: 500 })
  await report().getByRole('button', { name: 'Read again' }).click()
  await report().getByRole('alert').getByText('Lease could not be read again, and stays as it was: p. 2 has text that would be lost.').waitFor()
  await report().getByText('1 by OCR').waitFor()
  await stage.page.keyboard.press('Escape')
  await stage.row('Lease').getByText('1 page to check').waitFor()
})

test('all of it is there after a restart', async () => {
  await stage.restart('SIGKILL')
  await stage.row('Lease').getByText('1 page to check').waitFor()
  await howItWasRead()
  assert.equal((await listed()).length, 2)
  await stage.page.keyboard.press('Escape')
})
