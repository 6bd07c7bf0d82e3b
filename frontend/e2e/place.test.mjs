// A place to come back to: the conversation, drafts, what is read and the width of its panel outlive a reload and a restart.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { HOLD } from './ollama.mjs'
import { lines, pdf } from './pdf.mjs'
import { harbour, REVENUE } from './samples.mjs'
import { Stage, until } from './stage.mjs'

const theme = process.env.LECTERN_THEME
let stage
before(async () => (stage = await Stage.set(theme ? { colorScheme: theme } : {})))
after(() => stage.close())

const picture = async (name) => process.env.LECTERN_PICTURES && stage.page.screenshot({ path: join(process.env.LECTERN_PICTURES, `place-${name}-${theme ?? 'light'}.png`) })
const width = async () => Math.round((await stage.test('source-panel').boundingBox()).width)
const rested = () => new Promise((next) => setTimeout(next, 900))

test('questions asked while it answers wait, and are asked in their order', async () => {
  const { page, ollama } = stage
  await stage.add('Harbour report', harbour())
  ollama.say((id) => `Revenue rose [${id(REVENUE)}]. ${HOLD}That is all.`)
  await stage.ask('How did revenue develop in @"Harbour report"?')
  await stage.written('Revenue rose')
  for (const question of ['And the staff of @"Harbour report"?', 'Who was hurt?']) {
    await stage.test('composer').fill(question)
    await page.keyboard.press('Enter')
  }
  assert.equal(await stage.test('queue').getByRole('listitem').count(), 2)
  await picture('queue')
  await stage.test('queue').getByRole('button', { name: 'Take it out' }).last().click()
  ollama.say(() => 'There are 212 people.')
  ollama.go()
  await stage.turn().locator('h2', { hasText: 'And the staff' }).waitFor()
  await stage.ended('answered')
  assert.equal(await stage.test('queue').count(), 0)
  assert.equal(await page.locator('article').count(), 2)
})

test('the panel is drawn wider, by keys too, has the whole window and comes back', async () => {
  const { page } = stage
  await page.locator('article').first().getByTestId('citation-chip').first().click()
  await stage.test('page-mark').first().waitFor()
  const before = await width()
  const divider = stage.test('divider')
  const { x, y, height } = await divider.boundingBox()
  await page.mouse.move(x + 4, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x - 116, y + height / 2, { steps: 5 })
  await page.mouse.up()
  assert.ok(Math.abs((await width()) - before - 120) <= 2, `${before} became ${await width()}`)
  await divider.focus()
  await page.keyboard.press('ArrowRight')
  await until('a key made it narrower', async () => Math.abs((await width()) - before - 88) <= 2)
  await picture('divider')
  await stage.button('Use the whole window').click()
  await until('it has the window', async () => (await width()) === 1440)
  await picture('wide')
  await stage.button('Back beside the answer').click()
  await until('it is beside the answer', async () => Math.abs((await width()) - before - 88) <= 2)
})

test('in a window of 1,000 pixels the library makes way, and nothing covers the answer', async () => {
  const { page } = stage
  await page.setViewportSize({ width: 1000, height: 760 })
  await until('the library is gone', async () => !(await stage.test('library').isVisible()))
  const [answer, source] = [await page.locator('main').boundingBox(), await stage.test('source-panel').boundingBox()]
  assert.ok(answer.width >= 399 && answer.x + answer.width <= source.x + 1, JSON.stringify({ answer, source }))
  await picture('narrow')
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('after a reload the conversation, the draft and the width are there', async () => {
  const { page } = stage
  await stage.test('composer').fill('And what of the ferr')
  await stage.button('Close source').click()
  await rested()
  await page.reload()
  await page.locator('article').nth(1).waitFor()
  assert.equal(await stage.test('composer').inputValue(), 'And what of the ferr')
  await page.locator('article').first().getByTestId('citation-chip').first().click()
  await stage.test('page-mark').first().waitFor()
  assert.ok((await width()) > 560)
})

test('after a restart, too, with the document that was read', async () => {
  const { page } = stage
  await stage.add('Log book', pdf(Array.from({ length: 30 }, (_, i) => lines(`# Day ${i + 1}`))))
  await stage.row('Log book').getByRole('button').first().click()
  await stage.test('page-entry').fill('17')
  await page.keyboard.press('Enter')
  await until('its page is seen', () => page.locator('[data-current][data-page="17"] canvas').count())
  await rested()
  await stage.restart('SIGKILL')
  await page.locator('article').nth(1).waitFor()
  await until('its page is seen again', () => page.locator('[data-current][data-page="17"] canvas').count())
  assert.equal(await stage.test('composer').inputValue(), 'And what of the ferr')
})

test('what was said in passing goes by itself', async () => {
  await until('no toast is there', async () => (await stage.test('toast').count()) === 0)
})

test('a new conversation that is begun before the last one is back stays', async () => {
  const { page } = stage
  await page.addInitScript(() => {
    const once = new MutationObserver(() => {
      const fresh = document.querySelector('button[aria-label="New conversation"]')
      if (!fresh) return
      once.disconnect()
      fresh.click()
    })
    once.observe(document, { childList: true, subtree: true })
  })
  await page.reload()
  await page.getByRole('heading', { name: 'Ask your PDFs' }).waitFor()
  await rested()
  assert.equal(await page.locator('article').count(), 0)
})
