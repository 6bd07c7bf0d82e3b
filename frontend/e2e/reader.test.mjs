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
  const turn = async () => {
    await page.getByRole('button', { name: /^Size of the pages/ }).click()
    await page.getByRole('menuitem', { name: 'Turn the pages' }).click()
  }
  await turn()
  await until('it lies on its side', async () => (await shape()) > 1)
  for (let i = 0; i < 3; i++) await turn()
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
  await page.locator('[data-current] .textLayer span', { hasText: 'The ship sailed' }).evaluate((span) => (span.dataset.seen = 'before'))
  const { width, height } = page.viewportSize()
  await page.setViewportSize({ width, height: height - 60 })
  await page.evaluate(() => new Promise((next) => setTimeout(next, 400)))
  await page.setViewportSize({ width, height })
  const copied = await stage.copied(async () => {
    await page.locator('[data-current] .textLayer span', { hasText: 'The ship sailed' }).click({ clickCount: 3 })
    await until('it is selected', () => page.evaluate(() => String(getSelection()).includes('The ship sailed on day')))
    await page.keyboard.press('Control+c')
  })
  assert.match(copied, /The ship sailed on day/)
  assert.equal(await page.locator('[data-current] .textLayer [data-seen=before]').count(), 1, 'the page is not drawn anew where only the height of the window changes')
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

test('keys turn whole pages, and scroll within a page that is larger than the view', async () => {
  const { page } = stage
  const zoom = async (name) => {
    await page.getByRole('button', { name: /^Size of the pages/ }).click()
    await page.getByRole('menuitemradio', { name }).click()
  }
  await stage.test('page-entry').fill('40')
  await page.keyboard.press('Enter')
  await zoom('Fit page')
  await at(40)
  await view().focus()
  await page.keyboard.press('PageDown')
  await at(41)
  await page.keyboard.press('PageUp')
  await page.keyboard.press('PageUp')
  await at(39)
  await zoom('200 %')
  await view().focus()
  const top = () => view().evaluate((one) => one.scrollTop)
  const before = await top()
  await page.keyboard.press('PageDown')
  await until('it scrolls', async () => (await top()) > before)
  await at(39)
  await zoom('Fit width')
})

test('pages are gone to by their small pictures, of which only those in sight are drawn', async () => {
  const { page } = stage
  await stage.button('All pages and contents').click()
  const rail = stage.test('thumbnails')
  await rail.getByRole('option', { selected: true }).filter({ hasText: '39' }).waitFor()
  await until('they are drawn', () => page.evaluate(() => [...document.querySelectorAll('[data-testid=thumbnail]')].some((one) => one.width > 50 && one.getContext('2d').getImageData(0, 0, one.width, one.height).data.some((part, i) => i % 4 < 3 && part < 120))))
  assert.ok((await rail.getByRole('option').count()) < 16)
  await picture('thumbnails')
  await rail.getByRole('option', { name: 'Page 41' }).click()
  await at(41)
  await rail.focus()
  await page.keyboard.press('ArrowDown')
  await at(42)
  await page.keyboard.press('End')
  await at(PAGES)
  await rail.getByRole('option', { selected: true }).filter({ hasText: String(PAGES) }).waitFor()
  await stage.button('All pages and contents').click()
  await rail.waitFor({ state: 'detached' })
})

test('in the dark look the pages are dark, if that is wanted', async () => {
  const { page } = stage
  const filter = () => page.locator('[data-current] .picture').evaluate((one) => getComputedStyle(one).filter)
  await page.emulateMedia({ colorScheme: 'dark' })
  assert.equal(await filter(), 'none')
  await page.getByRole('button', { name: /^Size of the pages/ }).click()
  await page.getByRole('menuitem', { name: 'Dark pages' }).click()
  await until('they are dark', async () => /invert/.test(await filter()))
  await picture('inverted')
  await page.emulateMedia({ colorScheme: 'light' })
  await until('and white in the light look', async () => (await filter()) === 'none')
  await page.emulateMedia({ colorScheme: process.env.LECTERN_THEME ?? 'light' })
})

test('never the picture of one page under the number of another', async () => {
  const { page } = stage
  // Whatever is shown under a page's number at any moment has that page's words over it, or nothing yet.
  const wrong = await page.evaluate(async (pages) => {
    const entry = document.querySelector('[data-testid=page-entry]')
    const wrong = []
    for (let i = 0; i < 24; i++) {
      const to = 1 + ((i * 89) % pages)
      entry.focus()
      entry.value = String(to)
      entry.dispatchEvent(new Event('input', { bubbles: true }))
      entry.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
      for (let k = 0; k < 3; k++) {
        await new Promise(requestAnimationFrame)
        for (const one of document.querySelectorAll('[data-page]')) {
          const words = one.querySelector('.textLayer').textContent
          if (words && !words.includes(`Day ${one.dataset.page}`)) wrong.push([one.dataset.page, words.slice(0, 20)])
          const label = one.parentElement.querySelector('.label').textContent
          if (!label.endsWith(` ${one.dataset.page}`)) wrong.push([one.dataset.page, label])
        }
        const current = document.querySelector('[data-current]')
        if (current && current.dataset.page !== entry.value) wrong.push([current.dataset.page, entry.value])
      }
    }
    return wrong
  }, PAGES)
  assert.deepEqual(wrong, [])
})
