// Settings: what is refused and why, what takes effect at once, what is kept.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { freePort } from './lectern.mjs'
import { CHAT, EMBED } from './ollama.mjs'
import { Stage, until } from './stage.mjs'

let stage
before(async () => (stage = await Stage.set()))
after(() => stage.close())

const settings = () => stage.test('settings')
const field = (name) => settings().getByLabel(name, { exact: true })
const number = (name) => settings().getByRole('group', { name: 'Document chat' }).getByLabel(name, { exact: true })

const open = (group = 'Models') => stage.settings(group)
const shut = () => stage.shutSettings()
/** Types into a field, and leaves it. */
async function type(input, text) {
  await input.fill(text)
  await input.blur()
}

test('the models that are installed are listed', async () => {
  await open()
  assert.match(await field('Model that answers').innerText(), new RegExp(`Choose for me \\(${CHAT}\\)\\s+${CHAT}, 1\\.0 GB`))
  assert.match(await field('Model that finds').innerText(), new RegExp(`${EMBED}, 2\\.0 GB`))
  await field('Model that answers').selectOption(CHAT)
  await shut()
})

test('an address that is none is refused with a sentence', async () => {
  await open()
  await type(field('Ollama address'), 'not an address')
  await settings().getByRole('alert').getByText('"not an address" is no address of an Ollama server').waitFor()
  await stage.page.keyboard.press('Escape')
  await settings().waitFor({ state: 'detached' })
})

test('a dead address is taken, and the page tells that nobody answers there', async () => {
  const dead = `127.0.0.1:${await freePort()}`
  await open()
  await type(field('Ollama address'), dead)
  await shut()
  await stage.page.getByText('No Ollama: search and figures').waitFor()
  assert.ok((await stage.test('setup').innerText()).includes(dead))
  await open()
  await type(field('Ollama address'), '')
  await shut()
  await stage.page.getByText(`Ollama · ${CHAT}`).waitFor()
})

test('a number out of its range is not taken, and holds nothing else up', async () => {
  await open('Answers')
  await type(number('Temperature'), '7')
  await settings().getByText('Give a number from 0 to 2.').waitFor()
  assert.equal(await number('Temperature').evaluate((input) => input.validity.rangeOverflow), true)
  await type(number('Passages kept'), '4')
  await type(number('Room for the answer'), '8000')
  await settings().getByText(/can't be more than half of the context window \(8192\)/i).waitFor()
  await type(number('Room for the answer'), '1024')
  await type(number('Temperature'), '0.7')
  await until('nothing is refused any more', async () => (await settings().getByRole('alert').filter({ hasText: /./ }).count()) === 0)
  await shut()
})

test('some thirty settings are shown, each with what it does', async () => {
  await open('Answers')
  const found = await settings().locator('.field-row').evaluateAll((rows) => rows.filter((row) => row.querySelector('input, select')).map((row) => [row.querySelector('label').textContent, row.querySelector('p')?.textContent ?? '']))
  assert.ok(found.length >= 15 && found.length <= 33, `${found.length} settings`)
  for (const [name, help] of found) assert.ok(help.trim().length > 20, `${name}: ${help}`)
  await stage.page.keyboard.press('Escape')
  await settings().waitFor({ state: 'detached' })
})

test('a model that only checks is chosen once for all steps', async () => {
  stage.ollama.models = [CHAT, 'small:latest', EMBED]
  await stage.page.evaluate(() => window.go.main.App.LookAgain())
  await open()
  await field('Model that checks').selectOption('small:latest')
  await shut()
  const { nodes } = await stage.page.evaluate(() => window.go.main.App.Settings())
  assert.ok(nodes.length > 10 && nodes.every(({ model }) => model === 'small:latest'), JSON.stringify(nodes))
  await open()
  assert.equal(await field('Model that checks').inputValue(), 'small:latest')
  await field('Model that checks').selectOption('')
  await shut()
  stage.ollama.models = [CHAT, EMBED]
  await stage.page.evaluate(() => window.go.main.App.LookAgain())
})

test('what was saved is there after a restart', async () => {
  await stage.restart()
  await open('Answers')
  assert.equal(await number('Temperature').inputValue(), '0.7')
  assert.equal(await number('Passages kept').inputValue(), '4')
  assert.equal(await field('Model that answers').inputValue(), CHAT)
  await settings().getByRole('button', { name: 'Temperature: back to default, 0.3' }).click()
  assert.equal(await number('Temperature').inputValue(), '0.3')
  await shut()
  stage.ollama.say('Hello.')
  await stage.ask('Hello!')
  await stage.ended('answered')
  assert.equal(stage.ollama.chats.at(-1).options.temperature, 0.3)
})

test('another model is chosen beside the question, for the questions that follow', async () => {
  const { page, ollama } = stage
  ollama.models = [CHAT, 'larger:latest', EMBED]
  await page.evaluate(() => window.go.main.App.LookAgain())
  await page.getByRole('button', { name: `Model: ${CHAT}` }).click()
  await page.getByRole('menuitemradio', { name: 'larger:latest' }).click()
  ollama.say('Hello from another.')
  await stage.ask('Hello again!')
  await stage.ended('answered')
  assert.equal(ollama.chats.at(-1).model, 'larger:latest')
  await page.getByRole('button', { name: 'Model: larger:latest' }).waitFor()
})

test('a model that is uninstalled is said to be missing', async () => {
  stage.ollama.models = ['other:latest', EMBED]
  await until('the page has noticed', async () => (await stage.page.getByText('Ollama · no model yet').count()) === 1)
  await open()
  assert.match(await field('Model that answers').innerText(), new RegExp(`${CHAT} \\(not installed\\)`))
})
