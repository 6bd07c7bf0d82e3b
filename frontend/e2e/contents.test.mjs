// The table of contents that a file brings: opened beside its pages, and walked by pointer and keys.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { lines, pdf } from './pdf.mjs'
import { handbook, orchard } from './samples.mjs'
import { Stage } from './stage.mjs'

let stage
before(async () => { stage = await Stage.set() })
after(() => stage.close())

const contents = () => stage.test('contents')
const entries = () => contents().getByRole('treeitem')
const read = async () => (await entries().allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim())
const marked = async () => (await contents().locator('[aria-current=page]').innerText()).replace(/\s+/g, ' ')
const page = (n, of) => stage.page.getByText(`Page ${n} of ${of}`, { exact: true }).waitFor()

async function show(name) {
  await stage.choose(stage.row(name), 'Open')
  await stage.test('page-canvas').waitFor()
}

test('a document without one has no button for it', async () => {
  await stage.add('Orchard', orchard())
  await show('Orchard')
  assert.equal(await stage.button('Contents').count(), 0)
})

test('it leads to the pages', async () => {
  await stage.add('Handbook', handbook())
  await show('Handbook')
  await stage.button('Contents').click()
  await contents().waitFor()
  assert.deepEqual(await read(), [
    'Handbook of the harbour 1', 'Part I. Ships 2', 'Mooring 2', 'Pilots, and how they are called by day and by night, in fog and in any other weather 3', 'To be written',
    'Part II. Money 4', 'Dues <img src=x onerror="window.harmed = true"> 4', 'Index 5',
  ])
  assert.equal(await marked(), 'Handbook of the harbour 1')
  await contents().getByText('Pilots').click()
  await contents().waitFor({ state: 'detached' })
  await page(3, 5)
})

test('keys walk it', async () => {
  const { keyboard } = stage.page
  await stage.button('Contents').press('Enter')
  assert.match(await marked(), /^Pilots/)
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter') // leads nowhere
  await contents().waitFor()
  await keyboard.press('ArrowDown')
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await page(4, 5)
  await keyboard.press('Enter') // the button has the focus again
  assert.match(await marked(), /^Part II/)
  await keyboard.press('Escape')
  await contents().waitFor({ state: 'detached' })
  await stage.test('source-panel').waitFor()
  assert.equal(await stage.page.evaluate(() => window.harmed), undefined)
})

test('a long one is drawn in parts', async () => {
  const pages = Array.from({ length: 40 }, (_, i) => lines(`# Chapter ${i + 1}`, '', `This is chapter ${i + 1}, which has something to say.`))
  await stage.add('Long', pdf(pages, { outline: Array.from({ length: 2000 }, (_, i) => [`Section ${i + 1}`, 1 + Math.floor(i / 50), 1 + (i % 50 ? 1 : 0)]) }))
  await show('Long')
  await stage.button('Contents').click()
  await contents().getByText('Section 1', { exact: true }).waitFor()
  assert.ok((await entries().count()) < 60)
  await stage.page.keyboard.press('End')
  await contents().getByText('Section 2000').waitFor()
  await contents().evaluate((list) => { list.scrollTop = 30 * 990 })
  await contents().getByText('Section 1001', { exact: true }).click()
  await page(21, 40)
})
