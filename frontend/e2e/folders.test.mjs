// Documents in folders: they come with one, stand under its head, and are moved, folded, searched and removed with it.
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { bothThemes } from './axe.mjs'
import { lines, pdf } from './pdf.mjs'
import { harbour, lease } from './samples.mjs'
import { Stage, until } from './stage.mjs'

let stage, page
before(async () => {
  stage = await Stage.set()
  page = stage.page
})
after(() => stage.close())

const documents = () => stage.test('documents')
const folder = (name) => stage.test('folder-row').filter({ hasText: name })
const names = () => documents().locator('[role=row] .name').allInnerTexts()
const seen = (what, wanted) => until(what, async () => String(await names()) === wanted)

const look = (name) => bothThemes(page, name)

test('a folder is added as a group', async () => {
  const dir = join(stage.lectern.dir, 'Filings')
  mkdirSync(join(dir, '2018'), { recursive: true })
  writeFileSync(join(dir, 'Harbour.pdf'), harbour())
  writeFileSync(join(dir, 'notes.txt'), 'nothing')
  for (let i = 0; i < 12; i++) writeFileSync(join(dir, '2018', `Part ${i}.pdf`), pdf([lines(`This is part number ${i}.`)]))
  await stage.add('Lease', lease())
  await documents().getByRole('button', { name: 'Add documents' }).click()
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('menuitem', { name: 'Choose a folder…' }).click()])
  await chooser.setFiles(dir)
  await stage.state('Harbour', 'ready')
  await folder('Filings / 2018').getByText('12').waitFor()
  await until('all are ready', async () => (await page.evaluate(() => window.go.main.App.Documents())).filter(({ state }) => state === 'ready').length === 14)
  assert.deepEqual((await names()).slice(0, 4), ['Filings', 'Harbour', 'Filings / 2018', 'Part 0'])
})

test('its head folds it, also across a restart, and stays in sight', async () => {
  await documents().locator('[role=grid]').evaluate((grid) => { grid.scrollTop = 200 })
  await documents().locator('.pinned').getByText('Filings / 2018').waitFor()
  await look('folders')
  await documents().locator('.pinned').getByText('Filings / 2018').click()
  await seen('the folder is folded', 'Filings,Harbour,Filings / 2018,Lease')
  assert.equal(await folder('2018').locator('.main').getAttribute('aria-expanded'), 'false')
  await page.reload()
  await seen('it is folded again', 'Filings,Harbour,Filings / 2018,Lease')
  await documents().getByRole('button', { name: /^Filter by/ }).click()
  await page.keyboard.type('2018 part 3')
  await seen('what is looked for is seen', 'Filings / 2018,Part 3')
  await page.keyboard.press('Escape')
})

test('documents are moved to a folder, which is renamed', async () => {
  await stage.choose(stage.row('Lease'), 'Move to a folder…')
  await page.getByRole('dialog').getByLabel('Folder', { exact: true }).fill('Flats')
  await look('folder-move')
  await page.keyboard.press('Enter')
  await stage.told('1 document moved to Flats.')
  await seen('it stands in the folder', 'Filings,Harbour,Filings / 2018,Flats,Lease')
  await stage.choose(folder('Flats'), 'Rename…')
  await page.getByRole('dialog').getByLabel('Folder').fill('Homes')
  await page.keyboard.press('Enter')
  await seen('it is called otherwise', 'Filings,Harbour,Filings / 2018,Homes,Lease')
  await stage.choose(folder('Homes'), 'Take all out')
  await seen('it is gone', 'Filings,Harbour,Filings / 2018,Lease')
})

test('a folder is chosen with what is in it, removed, and brought back', async () => {
  await folder('2018').locator('.main').click({ modifiers: ['Control'] })
  await documents().getByText('12 selected').waitFor()
  await stage.row('Lease').locator('.row .main').click({ modifiers: ['Control'] })
  await documents().getByText('13 selected').waitFor()
  await look('folders-chosen')
  await page.keyboard.press('Delete')
  await stage.told('13 documents are removed.')
  await seen('they are gone', 'Filings,Harbour')
  await page.keyboard.press('Control+z')
  await seen('they are back', 'Filings,Harbour,Filings / 2018,Lease')
})

test('a folder is what a search is limited to', async () => {
  await stage.choose(folder('Filings').first(), 'Search in it')
  await stage.test('search-field').fill('revenue')
  await stage.test('search').getByText('Harbour').first().waitFor()
})
