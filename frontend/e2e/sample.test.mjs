// From the first start to a cited answer where models are there: the sample, and one of its questions.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { bothThemes } from './axe.mjs'
import { Stage } from './stage.mjs'

const PROOF = 'The ferry carried 214,600 passengers in 2025, after 198,300 in the year before.'

let stage, page
before(async () => {
  stage = await Stage.set()
  page = stage.page
})
after(() => stage.close())

const look = (name) => bothThemes(page, name)

test('two clicks lead to a cited answer', async () => {
  await page.locator('.drop').waitFor()
  await look('start-first')
  await stage.button('try the sample').click()
  const questions = stage.test('sample-questions').getByRole('button')
  await questions.first().waitFor()
  assert.equal(await questions.count(), 4)
  await stage.state('Lindholm ferry (sample)', 'ready')
  await look('start-sample')
  stage.ollama.say((id) => `It carried 214,600 passengers in 2025 and 198,300 in the year before [${id(PROOF)}].`)
  await questions.first().click()
  await stage.ended('answered')
  await stage.turn().getByTestId('citation-chip').first().click()
  await stage.test('page-mark').first().waitFor()
})

test('the sample is known again, and removed like any document', async () => {
  await stage.remove(stage.row('Lindholm ferry'))
  await stage.row('Lindholm ferry').waitFor({ state: 'detached' })
  await stage.button('New conversation').first().click()
  await stage.button('try the sample').waitFor()
})
