// Companies and years compared without a model: a table whose figures open their cells, that later questions add to, with a
// chart, and saved as files.
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { statements } from './samples.mjs'
import { Stage, until } from './stage.mjs'

let stage, page
before(async () => {
  stage = await Stage.set({ ollama: false })
  page = stage.page
  await stage.button('Go on without a model').click()
  await stage.add('HARBOUR_2024_10K', statements('Harbour Company', ['2024', '2023', '2022'], ['41,700', '36,200', '35,100'], ['5,349', '4,858', '5,050']))
  await stage.add('QUAYSIDE_2024_10K', statements('Quayside Company', ['2024', '2023'], ['20,100', '19,300'], ['1,205', '1,100']))
  await page.getByRole('button', { name: /^How thoroughly to work/ }).click()
  await page.getByRole('menuitemradio', { name: /^Analyst/ }).click()
})
after(() => stage.close())

const pictures = process.env.LECTERN_PICTURES

async function picture(name) {
  if (!pictures) return
  mkdirSync(pictures, { recursive: true })
  for (const width of [1440, 760]) {
    await page.setViewportSize({ width, height: 900 })
    for (const colorScheme of ['dark', 'light']) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: join(pictures, `${colorScheme}-${name}-${width}.png`), animations: 'disabled' })
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

const table = () => stage.turn().getByTestId('comparison').getByRole('table').first()
const rows = async () => (await table().locator('tr').allInnerTexts()).map((row) => row.replace(/\s+/g, ' ').trim())

test('companies and years are compared, and a gap says why', async () => {
  await stage.ask('Compare net sales and net income of Harbour and Quayside, 2022 to 2024')
  await stage.ended('answered')
  assert.deepEqual(await rows(), [
    'million USD 2022 2023 2024', 'Net sales', 'Harbour 35,100 36,200 41,700', 'Quayside – No table of Quayside tells it for 2022 19,300 20,100',
    'Net income', 'Harbour 5,050 4,858 5,349', 'Quayside – No table of Quayside tells it for 2022 1,100 1,205',
  ])
  assert.match(await stage.turn().getByTestId('proof').innerText(), /^Read from 10 cells[\s\S]*2 gaps/)
  assert.match(await stage.turn().getByTestId('trace').innerText(), /^Straight from 10 cells · no model/)
  await picture('comparison')
})

test('each figure and each bar opens its cell', async () => {
  await table().getByRole('button', { name: /41,700/ }).click()
  await stage.test('table-chosen').waitFor()
  assert.match(await stage.test('source-panel').innerText(), /HARBOUR_2024_10K/)
  await stage.turn().getByTestId('chart').first().getByRole('button', { name: /Quayside.*2023|2023.*Quayside/ }).first().click()
  await until('the bar’s cell is open', async () => /QUAYSIDE_2024_10K/.test(await stage.test('source-panel').innerText()))
  assert.equal(await table().getByRole('button', { name: /19,300/ }).getAttribute('aria-pressed'), 'true')
  await picture('comparison-open')
})

test('a measure is added, worked out for each company and year', async () => {
  await stage.turn().getByTestId('comparison-acts').getByRole('button', { name: 'Measure' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('net income as a % of net sales')
  await page.keyboard.press('Enter')
  await until('the measure is there', async () => (await rows()).some((row) => /^Harbour 14\.4 13\.4 12\.8/.test(row)), async () => (await rows()).join('\n'))
  await table().getByRole('button', { name: /12\.8/ }).click()
  await stage.turn().getByTestId('derivation').locator('.katex').first().waitFor({ state: 'attached' })
  await picture('comparison-worked-out')
})

test('it is saved as a table of values with their cells', async () => {
  await stage.turn().getByTestId('comparison-acts').getByRole('button', { name: /^Export/ }).click()
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: /^CSV/ }).click()])
  const csv = readFileSync(await download.path(), 'utf8')
  assert.match(csv, /Net sales,Harbour,2024,41700000000/)
  assert.match(csv, /HARBOUR_2024_10K,1/)
})

test('its charts leave with the answer: drawn in a page and in a PDF, and as a picture', async () => {
  const saved = async (button, entry) => {
    await stage.turn().getByRole('button', { name: button }).click()
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: entry }).click()])
    return readFileSync(await download.path())
  }
  const html = await saved('Export answer', /^Web page/)
  const context = await stage.browser.newContext({ viewport: { width: 900, height: 1400 } })
  const file = await context.newPage()
  await file.goto(pathToFileURL(stage.file('answer.html', html)).href)
  assert.ok((await file.locator('figure svg').count()) > 0)
  assert.match(await file.locator('figure').first().innerText(), /Net sales[\s\S]*41,700/)
  if (pictures) for (const colorScheme of ['dark', 'light']) {
    await file.emulateMedia({ colorScheme })
    await file.screenshot({ path: join(pictures, `${colorScheme}-comparison-page.png`), fullPage: true })
  }
  await context.close()
  const printed = await saved('Export answer', /^PDF/)
  assert.equal(printed.subarray(0, 5).toString(), '%PDF-')
  if (pictures) writeFileSync(join(pictures, 'comparison.pdf'), printed)
  assert.equal((await saved('Export table', /PNG/)).subarray(1, 4).toString(), 'PNG')
})

test('what was worked out over the years stands below the table', async () => {
  await stage.ask('How did net sales of Harbour grow from 2022 to 2024?')
  await until('the change is told', async () => /Change of Net sales, Harbour, 2022–2024\s+18\.8%/.test(await stage.turn().getByTestId('worked-out').innerText().catch(() => '')))
  await picture('comparison-grows')
})

test('a reason is no figure', async () => {
  await stage.ask('Why did net sales of Harbour rise in 2024?')
  await until('passages are shown', async () => /^Why did/.test(await stage.turn().innerText()) && (await stage.turn().locator('blockquote').count()) > 0)
  await picture('comparison-reason')
  assert.equal(await stage.turn().getByTestId('comparison').count(), 0)
})

test('it is there again after a restart', async () => {
  await stage.restart()
  await stage.talk('Compare net sales and net income').click()
  const first = page.getByTestId('comparison').first()
  await first.waitFor()
  assert.match(await first.textContent(), /41,700/)
})
