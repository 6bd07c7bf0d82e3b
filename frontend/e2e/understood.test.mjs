// How a question was understood is shown before it is asked and after, and each thing can be taken off.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { bothThemes } from './axe.mjs'
import { harbour, lease } from './samples.mjs'
import { Stage } from './stage.mjs'

let stage, page
before(async () => {
  stage = await Stage.set({ ollama: false })
  page = stage.page
  await stage.button('Go on without a model').click()
  await stage.add('Harbour', harbour())
  await stage.add('Lease', lease())
})
after(() => stage.close())

const composer = () => page.locator('.composer')
const readings = (where) => where.getByTestId('reading').allInnerTexts().then((all) => all.map((text) => text.trim()))

const look = (name) => bothThemes(page, name)

test('what is read in a question is told before it is asked', async () => {
  await stage.test('composer').fill('How many people are employed? When is the rent due?')
  await composer().getByTestId('reading').waitFor()
  assert.deepEqual(await readings(composer()), ['Searched one by one: How many people are employed; When is the rent due'])
  await page.keyboard.press('Enter')
  await stage.ended('answered')
  assert.deepEqual(await readings(stage.turn()), ['Searched one by one: How many people are employed; When is the rent due'])
  await look('understood-parts')
})

test('a question that is read from the one before can be taken at its word', async () => {
  await stage.ask('What does the report of Harbour say on revenue in 2024?')
  await stage.ended('answered')
  await stage.ask('And in 2023?')
  await stage.ended('answered')
  assert.match((await readings(stage.turn())).join(), /^Read as “What does the report of Harbour say on revenue in 2023\?”$/)
  await look('understood-before')
  await stage.turn().getByRole('button', { name: 'Ask it as it stands' }).click()
  await stage.turn().getByText('2/2').waitFor() // it stands beside the first
  await stage.ended('answered')
  assert.deepEqual(await readings(stage.turn()), [])
})

test('everything is read for a count, or only what fits best is looked for', async () => {
  await stage.test('composer').fill('How often does "rent" occur?')
  await composer().getByTestId('reading').waitFor()
  assert.deepEqual(await readings(composer()), ['Counts “rent” on every page'])
  await page.keyboard.press('Enter')
  await stage.ended('answered')
  const counted = await stage.answer()
  await stage.turn().getByRole('button', { name: 'Only look for the passages that answer it' }).click()
  await stage.turn().getByText('2/2').waitFor()
  await stage.ended('answered')
  assert.notEqual(await stage.answer(), counted)
  await page.reload()
  await stage.talk('How many people').getByRole('button').first().click()
  await stage.turn().getByText('How often does').waitFor()
  assert.deepEqual(await readings(stage.turn()), [])
})

test('an answer in another language is told, and can be had in English', async () => {
  await stage.ask('Wie hoch ist die Miete der Wohnung?')
  await stage.ended('answered')
  assert.deepEqual(await readings(stage.turn()), ['Answers in German'])
  await stage.turn().getByRole('button', { name: 'Answer in English' }).click()
  await stage.turn().getByText('2/2').waitFor()
  await stage.ended('answered')
  assert.deepEqual(await readings(stage.turn()), [])
})
