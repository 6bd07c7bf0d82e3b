// A report: searched for, written, verified, and put into files whose places are shown.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { harbour } from './samples.mjs'
import { Stage } from './stage.mjs'

let stage
before(async () => {
  stage = await Stage.set()
  await stage.add('Harbour', harbour())
  await stage.page.getByRole('button', { name: /^How thoroughly to work/ }).click()
  await stage.page.getByRole('menuitemradio', { name: /^Report/ }).click()
})
after(() => stage.close())

test('a report is verified and lies in files, as Markdown and as a PDF', async () => {
  stage.ollama.say('Revenue rose to 41.7 million in 2024 [S1].')
  await stage.ask('How did the revenue in @Harbour develop?')
  await stage.ended('answered')
  assert.match(await stage.answer(), /41\.7 million/)
  const report = stage.turn().getByTestId('report')
  const folder = await report.locator('code').innerText()
  assert.match(readFileSync(join(folder, 'report.md'), 'utf8'), /41\.7 million/)
  const file = readFileSync(join(folder, 'report.pdf'), 'latin1')
  assert.equal(file.slice(0, 5), '%PDF-')
  assert.ok(file.includes('/Subtype /Image') && file.includes('/Outlines'), 'it shows what it cites on its page')
  assert.match(await report.innerText(), /Verification · 1 of 1 claim/)
  await report.getByRole('button', { name: /^Verification/ }).click()
  assert.doesNotMatch(await report.innerText(), /90 %/, 'scores are for those who want them')
  await report.getByRole('button', { name: 'Harbour, p. 1' }).click()
  await stage.test('page-mark').first().waitFor()
  await stage.internals()
  await report.getByText('90 %').waitFor()
  assert.match(await report.innerText(), /passed\s+90 %/)
})
