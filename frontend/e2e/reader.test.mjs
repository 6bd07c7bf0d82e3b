// Reading: pages run on, are gone to by number and by keys, grow and turn; words are found in all of them; text is copied.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { lines, pdf } from './pdf.mjs'
import { Stage, until } from './stage.mjs'

const PAGES = 300
let stage
before(async () => (stage = await Stage.set(process.env.LECTERN_THEME ? { colorScheme: process.env.LECTERN_THEME } : {})))
after(() => stage.close())

const picture = async (name) => process.env.LECTERN_PICTURES && stage.page.screenshot({ path: join(process.env.LECTERN_PICTURES, `reader-${name}-${process.env.LECTERN_THEME ?? 'light'}.png`) })
const at = (page) => until(`page ${page} is seen and drawn`, () => stage.page.evaluate((page) => !!document.querySelector(`[data-current][data-page="${page}"] [data-testid=page-canvas]`), page))
const view = () => stage.page.locator('aside [role=region]')

test('a long document opens at its first page, and few pages are drawn', async () => {
  const day = (n) => lines(`# Day ${n}`, '', `The ship sailed on day ${n}.`, ...(n % 100 ? [] : ['A whale was seen.', 'Another whale fol-', 'lowed the first Whale.']))
  await stage.add('Log book', pdf(Array.from({ length: PAGES }, (_, i) => day(i + 1))))
  await stage.row('Log book').getByRole('button').first().click()
  await at(1)
  assert.equal(await stage.test('page-of').innerText(), `of ${PAGES}`)
  assert.ok((await stage.page.locator('[data-page]').count()) <= 5)
})

test('pages run on: the one that is seen is the one that is told', async () => {
  const { page } = stage
  await view().hover()
  await page.mouse.wheel(0, 2600)
  await until('a later page is told', async () => Number(await stage.test('page-entry').inputValue()) > 2)
  const told = await stage.test('page-entry').inputValue()
  await at(told)
  assert.match(await page.locator(`[data-page="${told}"] .textLayer`).innerText(), new RegExp(`Day ${told}\\b`))
  await picture('scrolled')
})

test('a number goes to its page, and keys go on from there', async () => {
  const { page } = stage
  await stage.test('page-entry').fill('250')
  await page.keyboard.press('Enter')
  await at(250)
  await view().focus()
  await page.keyboard.press('End')
  await at(PAGES)
  await page.keyboard.press('Home')
  await at(1)
  await stage.test('page-entry').fill('9999')
  await page.keyboard.press('Enter')
  await at(PAGES)
})

test('the size is in percent of the page; what is seen stays in sight', async () => {
  const { page } = stage
  await stage.test('page-entry').fill('120')
  await page.keyboard.press('Enter')
  await at(120)
  await page.getByRole('button', { name: /^Size of the pages/ }).click()
  await page.getByRole('menuitemradio', { name: '100 %' }).click()
  await until('it is as large as on paper', async () => Math.abs((await page.locator('[data-current]').boundingBox()).width - 816) < 1)
  await at(120)
  await view().hover()
  await page.keyboard.down('Control')
  await page.mouse.wheel(0, 120)
  await page.keyboard.up('Control')
  await until('the wheel made it smaller', async () => (await stage.test('zoom').innerText()) === '90 %')
  await at(120)
  await page.getByRole('button', { name: /^Size of the pages/ }).click()
  await page.getByRole('menuitemradio', { name: 'Fit page' }).click()
  await until('all of it is seen', async () => (await page.locator('[data-current]').boundingBox()).height < (await view().boundingBox()).height)
  await at(120)
  await picture('whole')
  await page.getByRole('button', { name: /^Size of the pages/ }).click()
  await page.getByRole('menuitemradio', { name: 'Fit width' }).click()
  await at(120)
})

test('pages are turned', async () => {
  const { page } = stage
  const shape = async () => { const { width, height } = await page.locator('[data-current]').boundingBox(); return width / height }
  assert.ok((await shape()) < 1)
  await stage.button('Turn the pages').click()
  await until('it lies on its side', async () => (await shape()) > 1)
  for (let i = 0; i < 3; i++) await stage.button('Turn the pages').click()
  await until('it stands', async () => (await shape()) < 1)
})

test('words are found in the whole document, over line breaks, and counted', async () => {
  const { page } = stage
  const told = (words) => until(`find tells ${words}`, async () => (await stage.test('find').innerText()).includes(words))
  await page.keyboard.press('Control+f')
  await stage.test('find').getByRole('textbox').fill('whale followed')
  await told('2 of 3') // the first from the page that was seen
  await at(200)
  await stage.test('found-here').first().waitFor()
  await picture('found')
  await page.keyboard.press('Enter')
  await told('3 of 3')
  await at(300)
  await page.keyboard.press('Enter')
  await told('1 of 3')
  await at(100)
  await page.keyboard.press('Shift+Enter')
  await told('3 of 3')
  await at(300)
  await until('it is in sight', () => page.evaluate(() => {
    const [one, view] = ['[data-testid=found-here]', 'aside [role=region]'].map((name) => document.querySelector(name)?.getBoundingClientRect())
    return one && one.top > view.top && one.bottom < view.bottom
  }))
  await stage.test('find').getByRole('textbox').fill('WHALE')
  await told('of 9')
  await stage.test('find').getByRole('textbox').fill('narwhal')
  await told('Nowhere')
})

test('text of a page is selected and copied', async () => {
  const { page } = stage
  await page.keyboard.press('Escape')
  await stage.test('find').waitFor({ state: 'detached' })
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute('role')), 'region')
  const copied = await stage.copied(async () => {
    await page.locator('[data-current] .textLayer span', { hasText: 'The ship sailed' }).click({ clickCount: 3 })
    await until('it is selected', () => page.evaluate(() => String(getSelection()).includes('The ship sailed on day')))
    await page.keyboard.press('Control+c')
  })
  assert.match(copied, /The ship sailed on day/)
})

test('a question is begun about what is selected', async () => {
  const offer = stage.test('ask-about')
  await offer.waitFor()
  await picture('ask-about')
  await offer.click()
  await offer.waitFor({ state: 'detached' })
  assert.match(await stage.test('composer').inputValue(), /^@"Log book" “The ship sailed on day \d+\.” $/)
  assert.equal(await stage.page.evaluate(() => document.activeElement.dataset.testid), 'composer')
  await picture('asked-about')
  await stage.test('composer').fill('')
})
