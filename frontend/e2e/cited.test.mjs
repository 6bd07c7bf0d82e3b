// Citations beside their pages: each with a colour there and under its number, shown from either side; why a passage counts;
// its table as a sheet.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { bothThemes } from './axe.mjs'
import { markFits } from './marks.mjs'
import { accounts, harbour, REVENUE, STAFF } from './samples.mjs'
import { Stage, until } from './stage.mjs'

const HURT = 'Nobody was hurt at work during the year.'

let stage, page
before(async () => {
  stage = await Stage.set()
  page = stage.page
  await stage.add('Harbour', harbour())
  await stage.add('Accounts', accounts())
})
after(() => stage.close())

const look = (name) => bothThemes(page, name)
const tab = (name) => page.getByRole('tab', { name, exact: true })
const chip = (n) => stage.turn().getByTestId('citation-chip').and(page.locator(`[data-n="${n}"]`))
const isOn = (n) => until(`${n} is open`, async () => (await chip(n).first().getAttribute('class')).split(' ').includes('on'))

test('each citation of a page has a colour there, and the same under its number', async () => {
  stage.ollama.say((id) => `Revenue rose to 41.7 million in 2024 [${id(REVENUE)}]. The office employs 212 people [${id(STAFF)}]. Nobody was hurt [${id(HURT)}]. These 212 are in three towns [${id(STAFF)}].`)
  await stage.ask('What about @Harbour?')
  await stage.ended('answered')
  await chip(2).first().click()
  await markFits(page, STAFF)
  await page.locator('[data-current] [data-testid=other-mark]').first().waitFor()
  const tones = await chip(2).evaluateAll((all) => all.map((one) => one.dataset.tone))
  assert.deepEqual(new Set(tones).size, 1)
  assert.equal(await page.locator('[data-testid=page-mark]').first().getAttribute('data-tone'), tones[0])
  assert.equal(await page.locator('[data-current] [data-testid=other-mark]').first().getAttribute('data-tone'), await chip(3).first().getAttribute('data-tone'))
  await look('cited')
})

test('its card says where it stands, which words decide, what is proved and why, and leads to the next use', async () => {
  await chip(2).first().hover()
  const card = stage.test('citation-card')
  await card.getByText('p. 2 · People').waitFor()
  assert.match(await card.locator('blockquote').innerText(), /212 people/)
  assert.equal(await card.locator('blockquote b').first().innerText(), 'office employs 212 people')
  await card.getByText('Proved. What it says stands in this passage.').waitFor()
  await look('card')
  await card.getByRole('button', { name: 'Next use (1 of 2)' }).click()
  await card.getByRole('button', { name: 'Next use (2 of 2)' }).waitFor()
  assert.ok(await chip(2).nth(1).evaluate((one) => one === document.activeElement))
  await page.keyboard.press('Escape')
  await page.mouse.move(0, 0)
  await card.waitFor({ state: 'detached' })
})

test('a press on what is cited shows where the answer cites it, and so does its number on the page', async () => {
  const { x, y, width, height } = await page.locator('[data-current] [data-testid=other-mark]').first().boundingBox()
  await page.mouse.click(x + width / 2, y + height / 2)
  await isOn(3)
  await markFits(page, HURT)
  await page.locator('[data-current]').getByTestId('page-chip').filter({ hasText: '2' }).press('Enter')
  await isOn(2)
  assert.equal(await stage.turn().locator('button.chip.on').count(), await chip(2).count())
  await markFits(page, STAFF)
})

test('why it counts is said with the mark in view, also of the next one', async () => {
  await tab('Why').click()
  const why = stage.test('why-panel')
  await why.getByText(/Found by/).waitFor()
  assert.match(await why.innerText(), /212 people[\s\S]*Proved[\s\S]*Found by/)
  assert.ok((await why.locator('b', { hasText: '212' }).count()) >= 2)
  await until('the mark is in view', () => page.evaluate(() => {
    const [mark, view] = ['[data-testid=page-mark]', 'aside .view'].map((one) => document.querySelector(one)?.getBoundingClientRect())
    return mark && mark.top >= view.top && mark.bottom <= view.bottom
  }))
  await look('why')
  await page.keyboard.press(']')
  await isOn(3)
  await why.getByText(/Nobody was hurt/).first().waitFor()
  await tab('Why').press('Home')
  await why.waitFor({ state: 'detached' })
  assert.equal(await tab('Page').getAttribute('aria-selected'), 'true')
})

test('a page without a table has no sheet, and one with a table opens it at the mark', async () => {
  assert.equal(await tab('Sheet').getAttribute('aria-disabled'), 'true')
  stage.ollama.say((id) => `Purchases of cranes were 1,577 million in 2024 [${id('Purchases of cranes')}].`)
  await stage.ask('What did @Accounts spend on cranes?')
  await stage.ended('answered')
  await chip(1).first().click()
  await stage.test('page-mark').first().waitFor()
  await until('the page knows its tables', async () => !(await tab('Sheet').getAttribute('aria-disabled')))
  await tab('Sheet').click()
  await stage.test('sheet').locator('tr.on').filter({ hasText: 'Purchases of cranes' }).waitFor()
  await until('the mark is in view', () => page.evaluate(() => {
    const [mark, view] = ['[data-testid=page-mark]', 'aside .view'].map((one) => document.querySelector(one)?.getBoundingClientRect())
    return mark && mark.top >= view.top && mark.bottom <= view.bottom
  }))
  await look('sheet-tab')
  await page.keyboard.press('Escape')
  await stage.test('sheet').waitFor({ state: 'detached' })
})

test('a document that is being removed says so beside its citations, and is gone from there when it is', async () => {
  const toast = stage.test('toast').filter({ has: page.getByRole('button', { name: 'Undo' }) }).last()
  await stage.choose(stage.row('Accounts'), 'Remove')
  await stage.test('leaving').waitFor()
  await look('leaving')
  await toast.getByRole('button', { name: 'Undo' }).click()
  await stage.test('leaving').waitFor({ state: 'detached' })
  await stage.row('Accounts').waitFor()

  await stage.choose(stage.row('Accounts'), 'Remove')
  await page.setViewportSize({ width: 420, height: 800 })
  await until('the notice lies above the sentence that the page proves', async () => {
    const [notice, sentence] = [await toast.boundingBox(), await stage.test('proves').boundingBox()]
    return notice && sentence && notice.y + notice.height <= sentence.y
  })
  await look('leaving-narrow')
  await toast.getByRole('button', { name: 'Dismiss' }).click()
  await stage.test('source-panel').waitFor({ state: 'detached' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await chip(1).first().click() // nothing of it is shown but what the answer has
  await stage.test('source-panel').getByText('not in the library any more').waitFor()
  assert.equal(await stage.test('page-mark').count(), 0)
  stage.wrong = stage.wrong.filter((one) => !/404 \(Not Found\)$/.test(one)) // the browser tells of the file that is gone
})
