// Research: it asks back, has its plan approved, works through it before the person's eyes and writes a document.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { bothThemes } from './axe.mjs'
import { HOLD } from './ollama.mjs'
import { harbour, orchard } from './samples.mjs'
import { Stage, until } from './stage.mjs'

let stage
let page
before(async () => {
  stage = await Stage.set()
  page = stage.page
  await stage.add('Harbour', harbour())
  await stage.add('Orchard', orchard())
  await page.getByRole('button', { name: /^How thoroughly to work/ }).click()
  await page.getByRole('menuitemradio', { name: /^Research/ }).click()
})
after(() => stage.close())

const look = (name) => bothThemes(page, name)

const card = () => stage.turn().getByTestId('card')
const tasks = () => card().locator('li input').evaluateAll((inputs) => inputs.map((input) => input.value))

test('it asks back until it is told to go on, also across a restart', async () => {
  await stage.ask('How is the harbour doing?')
  await stage.ended('needs_person')
  assert.match(await card().innerText(), /Which year do you mean/)
  await stage.restart('SIGKILL')
  page = stage.page
  await stage.talk('How is the harbour').getByRole('button').first().click()
  await stage.ended('needs_person')
  await card().getByRole('textbox').fill('2024, all of it')
  await page.keyboard.press('Enter')
  await until('it asks on', async () => (await stage.turn().getAttribute('data-status')) === 'needs_person' && (await card().count()) > 0)
  await card().getByRole('button', { name: 'Go on to the plan' }).click()
  await until('the plan is shown', async () => (await card().locator('li input').count()) > 0)
  assert.deepEqual(await tasks(), ['Find the revenue', 'Find the staff'])
})

test('a remark changes the plan', async () => {
  await card().getByRole('textbox', { name: 'A remark on the plan' }).fill('Not the staff')
  await look('research-plan')
  await card().getByRole('button', { name: 'Change the plan' }).click()
  await until('it is asked about again', async () => (await card().count()) > 0 && (await card().getByRole('textbox', { name: 'A remark on the plan' }).inputValue()) === '')
  assert.match(await stage.test('run-panel').innerText(), /The plan has 2 tasks now/)
})

test('the plan is edited and approved, and ends in a document with its findings', async () => {
  await card().getByRole('button', { name: 'Move down' }).first().click()
  await card().getByRole('button', { name: 'Add a step' }).click()
  await page.keyboard.type('Find the losses')
  assert.deepEqual(await tasks(), ['Find the staff', 'Find the revenue', 'Find the losses'])
  stage.ollama.say(`The revenue rose [1].${HOLD}\n\n## Staff\n\nThere are 212 people [2].`)
  await card().getByRole('button', { name: 'Approve' }).click()
  const panel = stage.test('run-panel')
  await panel.getByText('Writing').waitFor()
  await stage.test('phases').locator('[aria-current=step]').getByText('Write').waitFor()
  assert.match(await stage.turn().getByTestId('research').innerText(), /3 of 3 tasks done[\s\S]*Find the staff\s+3 passages kept/)
  await look('research')
  assert.doesNotMatch(await panel.innerText(), /Found 0|of 3 tasks done/, 'what came to nothing is noise')
  await panel.getByText('Graph').click()
  await panel.locator('[data-node=synthesize][data-state=going]').waitFor()
  await panel.locator('[data-node=rabbithole][data-state=done]').getByText('×3').waitFor()
  await look('research-graph')
  stage.ollama.go()
  await stage.ended('answered')
  await panel.locator('[data-node=end][data-state=done]').first().waitFor()
  await panel.getByRole('button', { name: 'Close' }).click()
  assert.equal(await panel.count(), 0)
  assert.match(await stage.answer(), /The revenue rose/)
  const research = stage.turn().getByTestId('research')
  assert.match(await research.innerText(), /Plan\s*· 3 of 3 tasks done · \d+ model calls/)
  await research.getByRole('button').first().click()
  assert.doesNotMatch(await research.innerText(), /90 of 100|quality/, 'scores are for those who want them')
  await research.locator('.finding').first().getByTestId('finding-citation').first().click()
  await stage.test('source-panel').waitFor()
  await stage.test('page-mark').first().waitFor()
  await stage.internals()
  await research.getByText('Factual accuracy').waitFor()
  const told = await research.innerText()
  for (const words of ['Find the staff', 'Find the losses', 'The revenue rose.', 'Factual accuracy', '90 of 100']) assert.ok(told.includes(words), `${words} in ${told}`)
})

test('its document leaves the program with the pages that it cites', async () => {
  const runs = JSON.parse(`[${(await stage.lectern.run('--json', 'runs')).stdout.trim().split('\n').join(',')}]`)
  const path = join(stage.lectern.dir, 'research.pdf')
  await stage.lectern.run('export', runs[0].run, path)
  const file = readFileSync(path, 'latin1')
  assert.ok(file.includes('/Subtype /Image') && file.includes('/Outlines'), 'it shows what it cites on its page')
})
