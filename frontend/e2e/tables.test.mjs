// The tables of a document: what a figure is, what can be done with it, and the table beside its page.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { accounts, orchard } from './samples.mjs'
import { Stage, until } from './stage.mjs'

let stage, page
before(async () => {
  stage = await Stage.set()
  page = stage.page
  await stage.add('Accounts', accounts())
})
after(() => stage.close())

const card = () => stage.test('table-card')
const sheet = () => stage.test('sheet')
const selected = () => page.evaluate(() => getSelection().toString())
const open = () => page.getByRole('menu', { name: /./ })

/** The middle of a cell on the page that is shown, in the window. */
async function cell(text) {
  await stage.test('page-canvas').waitFor()
  let place
  await until(`${text} is there`, async () => { // the page's text comes a little after its picture
    place = await page.evaluate((wanted) => {
      const span = [...document.querySelectorAll('[data-current] .textLayer span')].find((one) => one.textContent.trim() === wanted)
      span?.scrollIntoView({ block: 'nearest' })
      const { left, top, width, height } = span?.getBoundingClientRect() ?? {}
      return span && { x: left + width / 2, y: top + height / 2 }
    }, text)
    return place
  })
  return place
}

async function hover(text) {
  const { x, y } = await cell(text)
  await page.mouse.move(x - 60, y - 3) // or the pointer may be there already
  await page.mouse.move(x, y)
}

/** Clicks it once it lies still: what was chosen before may still be scrolling into view. */
async function press(text) {
  let last
  await until(`${text} lies still`, async () => {
    const before = last
    last = await cell(text)
    return before?.x === last.x && before?.y === last.y
  })
  await page.mouse.click(last.x, last.y)
}

/** What is outlined holds a text of the page. */
const outlined = (id, text) => until(`${id} is around ${text}`, () => page.evaluate(([which, wanted]) => {
  const frame = document.querySelector(`[data-testid=${which}]`)?.getBoundingClientRect()
  const span = [...document.querySelectorAll('[data-current] .textLayer span')].find((one) => one.textContent.trim() === wanted)?.getBoundingClientRect()
  if (!frame || !span) return false
  const [x, y] = [span.left + span.width / 2, span.top + span.height / 2]
  return x > frame.left && x < frame.right && y > frame.top && y < frame.bottom
}, [id, text]))

test('a document lists its tables, and opens the page at one', async () => {
  await stage.choose(stage.row('Accounts'), 'Tables…')
  const list = stage.test('tables')
  await list.getByText('2 tables').waitFor()
  assert.deepEqual((await list.getByRole('listitem').allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim()), [
    'p. 2–3 Statement of Cash Flows 31 rows · 3 columns · in millions of dollars', 'p. 3 Ships by kind 4 rows · 3 columns',
  ])
  await list.getByRole('button', { name: /Statement of Cash Flows/ }).click()
  await list.waitFor({ state: 'detached' })
  await page.getByText('Page 2 of 3').waitFor()
  await outlined('table-chosen', '(1,577)')
})

test('a figure tells its row, its column and its units', async () => {
  await hover('(1,577)')
  await card().getByText('Purchases of cranes · 2024 · million US-$').waitFor()
  for (const id of ['table-cell', 'table-row', 'table-column']) await outlined(id, '(1,577)')
  await outlined('table-row', '(1,373)')
  await outlined('table-column', '5,349')
  await hover('4,858')
  await card().getByText('Net income · 2023 · million US-$').waitFor()
  await page.keyboard.press('Escape')
  await card().waitFor({ state: 'detached' })
  await hover('Statement of Cash Flows')
  assert.equal(await card().count(), 0)
})

test('a click opens a menu that copies', async () => {
  const chosen = async (cell, name) => {
    await press(cell)
    return stage.copied(() => page.getByRole('menuitem', { name, exact: true }).click())
  }
  assert.equal(await chosen('(1,577)', 'Copy cell'), '-1577')
  await stage.told('Copied.')
  assert.equal(await chosen('(1,373)', 'Copy row'), 'Purchases of cranes\t-1577\t-1373\t-1420')
  const table = (await chosen('(1,373)', 'Copy table')).split('\n')
  assert.deepEqual(table.slice(0, 2), ['\t2024 (million US-$)\t2023 (million US-$)\t2022 (million US-$)', 'Net income\t5349\t4858\t5050'])
  assert.equal(table.at(-1), 'Cash at the end\t2853\t3053\t2398')
  assert.match(await chosen('(1,373)', 'Copy as Markdown'), /\| Purchases of cranes \| \(1,577\) \| \(1,373\) \| \(1,420\) \|/)
})

test('the text can still be selected', async () => {
  await page.keyboard.press('Escape')
  const from = await cell('Net income')
  await page.mouse.move(from.x - 20, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 20, from.y, { steps: 5 })
  await page.mouse.up()
  assert.match(await selected(), /\S/)
  assert.equal(await open().count(), 0)
  await page.mouse.click(from.x, from.y + 200) // lets go of it, and is in the table
  await open().waitFor()
  await page.keyboard.press('Escape')
})

test('the keyboard comes to a table by the bar, and walks it', async () => {
  await stage.button('Tables on this page (1)').click()
  await page.getByRole('menuitem', { name: /^1\. Statement of Cash Flows/ }).press('Enter')
  const focused = () => page.evaluate(() => document.activeElement.getAttribute('aria-label'))
  await until('the first figure has the focus', async () => (await focused()) === '5,349: Net income · 2024 · million US-$')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await until('another has it', async () => (await focused()) === '1,544: Depreciation · 2023 · million US-$')
  await card().getByText('Depreciation · 2023 · million US-$').waitFor()
  await page.keyboard.press('Enter')
  assert.equal(await stage.copied(() => page.getByRole('menuitem', { name: 'Copy cell' }).press('Enter')), '1544')
  await page.keyboard.press('Escape')
  await stage.test('table-chosen').waitFor({ state: 'detached' })
})

test('the table lies beside its page as a sheet, and each marks in the other', async () => {
  await press('1,488')
  await page.getByRole('menuitem', { name: 'Open as sheet' }).click()
  await sheet().getByRole('columnheader', { name: '2023' }).waitFor()
  const chosen = () => sheet().locator('[aria-selected=true]').innerText()
  assert.equal(await chosen(), '1,488')
  await sheet().getByRole('gridcell', { name: '49', exact: true }).click()
  await outlined('table-chosen', '49')
  await press('(1,420)')
  await until('the sheet shows it', async () => (await chosen()) === '(1,420)')
  assert.equal(await open().count(), 0)
  await sheet().getByText('Page 3').scrollIntoViewIfNeeded()
  await sheet().getByRole('gridcell', { name: '(3,193)', exact: true }).click()
  await page.getByText('Page 3 of 3').waitFor()
  await outlined('table-chosen', '(3,193)')
  await page.keyboard.press('ArrowDown')
  await outlined('table-chosen', '(1,034)')
  await until('the page knows its own tables', async () => {
    await hover('14')
    return (await stage.test('table-cell').count()) > 0
  })
  await press('14') // of the other table on the page
  await page.getByTestId('sheet').getByRole('heading', { name: 'Ships by kind' }).waitFor()
  assert.equal(await chosen(), '14')
})

test('F6 comes to the sheet, and Escape closes it', async () => {
  const region = () => page.evaluate(() => document.activeElement.closest('[data-region]')?.getAttribute('aria-label'))
  await page.getByTestId('composer').focus()
  const seen = []
  for (let i = 0; i < 4; i++) {
    await page.keyboard.press('F6')
    seen.push(await region())
  }
  assert.deepEqual(seen, ['Source', 'Sheet: Ships by kind', 'Library', 'Conversation'])
  await sheet().getByRole('gridcell', { name: '13', exact: true }).click()
  await page.keyboard.press('Escape')
  await sheet().waitFor({ state: 'detached' })
  assert.equal(await region(), 'Source')
})

test('it is saved for Excel', async () => {
  await press('39')
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'Save as Excel…' }).click()])
  assert.equal(download.suggestedFilename(), 'Accounts, p. 3.xlsx')
  assert.equal(readFileSync(await download.path()).toString('latin1', 0, 2), 'PK')
})

test('the details count them, and a document without any says so', async () => {
  await stage.choose(stage.row('Accounts'), 'Details…')
  await stage.test('details').getByRole('button', { name: '2 tables' }).click()
  await stage.test('tables').getByRole('button', { name: /Ships by kind/ }).click()
  await stage.test('details').waitFor({ state: 'detached' })
  await page.getByText('Page 3 of 3').waitFor()
  await stage.add('Orchard', orchard())
  await stage.choose(stage.row('Orchard'), 'Details…')
  await stage.test('details').getByRole('button', { name: 'None known' }).click()
  await stage.test('tables').getByText('No tables were found.').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
})
