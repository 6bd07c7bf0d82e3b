// All documents in one table: sorted by its heads, narrowed, chosen, asked, tagged, moved and removed.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { bothThemes } from './axe.mjs'
import { lines, pdf } from './pdf.mjs'
import { harbour, lease, orchard } from './samples.mjs'
import { Stage, until } from './stage.mjs'

let stage, page
before(async () => {
  stage = await Stage.set()
  page = stage.page
  await stage.add('Harbour', harbour())
  await stage.add('Lease', lease())
  await stage.add('Orchard', orchard())
  await stage.upload(stage.file('broken.pdf', Buffer.from('Dear Sir or Madam')))
  await stage.state('broken', 'failed')
  for (const [name, year] of [['Quay 2022', 2022], ['Quay 2023', 2023], ['Quay 2024', 2024]]) {
    await stage.add(name, pdf([lines(`QUAY & SONS LTD`, `Annual report ${year}`, `Revenue in ${year} was ${year - 2000} million euros.`)]))
    await page.evaluate(async ([name, year]) => {
      const { App } = window.go.main
      const { id } = (await App.Documents()).find((one) => one.name === name)
      const { current } = await App.DocumentDetails(id)
      await App.SaveDocumentDetails(id, { ...current, metadata: { ...current.metadata, company: 'Quay & Sons', year, type: 'annual report' } })
      await App.MoveDocuments([id], 'Annual reports')
    }, [name, year])
  }
  await stage.test('open-all').click()
  await table().waitFor()
})
after(() => stage.close())

const table = () => stage.test('all-documents')
const names = () => table().locator('[role=row] .name').allInnerTexts()
const listed = (what, ...wanted) => until(what, async () => String(await names()) === String(wanted))
const line = (name) => table().getByTestId('document-row').filter({ hasText: name })

const look = (name) => bothThemes(page, name)

test('it lists all under their folders, with what is known of them', async () => {
  await listed('all are there', 'Annual reports', 'Quay 2022', 'Quay 2023', 'Quay 2024', 'broken', 'Harbour', 'Lease', 'Orchard')
  const cells = await line('Quay 2023').innerText()
  for (const words of ['Quay & Sons', 'annual report', '2023', 'Ready']) assert.ok(cells.includes(words), `${words} in ${cells}`)
  await look('all-documents')
})

test('a head sorts, and once more the other way round', async () => {
  await table().getByRole('button', { name: 'Group by folder' }).click()
  await table().getByRole('button', { name: 'Sort by Year' }).click()
  await table().getByRole('button', { name: 'Year, in rising order' }).click()
  await until('the newest is first', async () => (await names())[0] === 'Quay 2024')
  await table().getByRole('button', { name: 'Sort by State' }).click()
  await until('what needs a person is first', async () => (await names())[0] === 'broken')
  await table().getByRole('button', { name: 'Sort by Name' }).click()
})

test('it is narrowed by what documents are like, and by words', async () => {
  await table().getByRole('button', { name: 'Company', exact: true }).click()
  await page.getByRole('menuitemradio', { name: 'Quay & Sons' }).click()
  await listed('those of the company', 'Quay 2022', 'Quay 2023', 'Quay 2024')
  await table().getByText('3 of 7').waitFor()
  await table().getByRole('searchbox').fill('2023')
  await listed('one is left', 'Quay 2023')
  await table().getByRole('button', { name: 'Show all' }).click()
  await table().getByRole('button', { name: 'State', exact: true }).first().click()
  await page.getByRole('menuitemradio', { name: 'Failed' }).click()
  await listed('what failed', 'broken')
  await line('broken').getByRole('button', { name: 'Why' }).click()
  await line('broken').getByText('is not a PDF').waitFor()
  await table().getByRole('button', { name: 'Show all' }).click()
})

test('several are chosen, tagged, asked and removed', async () => {
  await line('Quay 2022').getByRole('checkbox').click()
  await line('Quay 2024').getByRole('checkbox').click()
  await table().getByText('2 selected').waitFor()
  await table().getByRole('button', { name: 'Tag', exact: true }).last().click()
  await page.getByRole('dialog').getByLabel('Tag').fill('capex')
  await page.keyboard.press('Enter')
  await stage.told('2 documents tagged “capex”.')
  await line('Quay 2022').getByText('capex').waitFor()
  await look('all-documents-chosen')
  await page.setViewportSize({ width: 900, height: 800 })
  await look('all-documents-narrow')
  await page.setViewportSize({ width: 1440, height: 900 })
  await table().getByRole('button', { name: 'Ask these' }).click()
  assert.equal((await stage.test('composer').inputValue()).trim(), '@"Quay 2022" @"Quay 2024"')
  assert.equal(await table().count(), 0)
  await stage.test('open-all').click()
  await table().getByRole('checkbox', { name: 'Select all' }).click()
  await table().getByText('7 selected').waitFor()
  await table().getByRole('button', { name: 'Remove' }).click()
  await stage.told('7 documents are removed.')
  await page.keyboard.press('Control+z')
  await until('they are back', async () => (await names()).length === 7)
  await page.keyboard.press('Escape')
  await table().waitFor({ state: 'detached' })
})
