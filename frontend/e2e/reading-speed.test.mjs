// A file of 1,600 pages: how soon its first page is there, how soon another one, and that scrolling through all of it
// keeps few pages in memory. It prints what it measured.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { lines, pdf, text } from './pdf.mjs'
import { Stage } from './stage.mjs'

const PAGES = 1600
/** Milliseconds: what a person takes for at once. */
const OPENS = 1000
const TURNS = 100

let stage
before(async () => {
  stage = await Stage.set()
  // Every canvas that the page makes, also one that it let go of.
  await stage.page.addInitScript(() => {
    const make = document.createElement.bind(document)
    window.canvases = []
    document.createElement = (name, ...more) => {
      const made = make(name, ...more)
      if (name === 'canvas') window.canvases.push(made)
      return made
    }
  })
  await stage.page.reload()
  await stage.test('composer').waitFor()
})
after(() => stage.close())

const told = (what, all) => console.log(`${what}: ${all.map((one) => Math.round(one)).join(', ')} ms`)
const middle = (all) => all.toSorted((a, b) => a - b)[all.length >> 1]

/** How long it takes from something done in the page until a page's picture and text are there. */
const until = (page, act, argument) => stage.page.evaluate(async ([page, act, argument]) => {
  const from = performance.now()
  new Function('argument', act)(argument)
  const there = () => {
    const sheet = document.querySelector(`[data-current][data-page="${page}"]`)
    return sheet?.querySelector('canvas') && sheet.querySelector('.textLayer span')
  }
  while (!there()) await new Promise(requestAnimationFrame)
  return performance.now() - from
}, [page, `(${act})(argument)`, argument])

const open = () => document.querySelector('[data-testid=document-row] button').click()
const turn = () => document.querySelector('[aria-label="Next page"]').click()
const go = (page) => {
  const entry = document.querySelector('[data-testid=page-entry]')
  entry.focus()
  entry.value = page
  entry.dispatchEvent(new Event('input', { bubbles: true }))
  entry.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
}
const rest = (millis) => new Promise((next) => setTimeout(next, millis))

test('it is added', async () => {
  const words = (n) => Array.from({ length: 13 }, (_, i) => `ship${(n * 7 + i * 13) % 97}`).join(' ')
  const page = (n) => [...lines(`# Day ${n}`, '', `The ship sailed on day ${n}.`), ...Array.from({ length: 24 }, (_, i) => text(72, 650 - 15 * i, 10, 'serif', words(n + i)))]
  await stage.upload(stage.file('Log book.pdf', pdf(Array.from({ length: PAGES }, (_, i) => page(i + 1)))))
  await stage.page.locator('[data-testid=document-row][data-state=ready]').waitFor({ timeout: 120_000 })
  await rest(2000) // what runs after it has been added
})

test('its first page is there within a second', async () => {
  const all = []
  for (let i = 0; i < 3; i++) {
    all.push(await until(1, String(open)))
    await rest(2500)
    await stage.button('Close source').click()
    await rest(300)
  }
  told('opened', all)
  assert.ok(Math.min(...all) <= OPENS)
})

test('another page is there within a tenth of a second', async () => {
  await until(1, String(open))
  await rest(1000)
  const next = []
  for (let page = 2; page <= 12; page++) {
    next.push(await until(page, String(turn)))
    await rest(200)
  }
  told('turned', next)
  assert.ok(middle(next) <= TURNS)
  const far = []
  for (const page of [800, 1599, 3, 1200, 555, 77, 1400]) {
    far.push(await until(page, String(go), page))
    await rest(200)
  }
  told('gone to far pages', far)
  assert.ok(middle(far) <= TURNS)
})

test('scrolled through from start to end it keeps few pages', async () => {
  const [most, last] = await stage.page.evaluate(async () => {
    const view = document.querySelector('[data-testid=source-panel] [role=region]')
    const kept = () => window.canvases.filter(({ width }) => width).length
    let most = 0
    view.dispatchEvent(new WheelEvent('wheel')) // it is scrolled by hand from here
    view.scrollTop = 0
    while (view.scrollTop < view.scrollHeight - view.clientHeight - 1) {
      view.scrollTop += 4 * view.clientHeight
      for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame)
      if (Math.random() < 0.1) await new Promise((next) => setTimeout(next, 120)) // some are drawn
      most = Math.max(most, kept())
    }
    await new Promise((next) => setTimeout(next, 500))
    return [most, kept()]
  })
  const { JSHeapUsedSize: heap } = await stage.page.evaluate(() => ({ JSHeapUsedSize: performance.memory?.usedJSHeapSize ?? 0 }))
  console.log(`canvases: ${most} at most, ${last} at the end; heap: ${Math.round(heap / 1e6)} MB`)
  assert.ok(most <= 12, `${most} canvases`)
  assert.ok(last <= 8, `${last} canvases at the end`)
  assert.equal(await stage.test('page-entry').inputValue(), String(PAGES))
})
