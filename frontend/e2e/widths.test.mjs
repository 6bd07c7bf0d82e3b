// The panes by the room that there is: the library folds first, then answer and source change places; nothing covers the answer.
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sound } from './axe.mjs'
import { harbour, REVENUE, STAFF } from './samples.mjs'
import { Stage, until } from './stage.mjs'

const pictures = process.env.LECTERN_PICTURES
let stage
before(async () => {
  if (pictures) mkdirSync(pictures, { recursive: true })
  stage = await Stage.set()
  await stage.add('Harbour report', harbour())
  stage.ollama.say((id) => `Revenue rose to 41.7 million in 2024 [${id(REVENUE)}]. The office employs 212 people [${id(STAFF)}].`)
  await stage.ask('How did @"Harbour report" develop?')
  await stage.ended('answered')
})
after(() => stage.close())

const seen = (id) => stage.page.evaluate((id) => {
  const one = document.querySelector(id)
  return !!one && one.getClientRects().length > 0 && getComputedStyle(one).visibility !== 'hidden'
}, id)
const [LIBRARY, ANSWER, SOURCE] = ['[data-testid=library]', 'main', '[data-testid=source-panel]']
const panes = async () => Promise.all([LIBRARY, ANSWER, SOURCE].map(seen))
const are = (what, ...wanted) => until(what, async () => JSON.stringify(await panes()) === JSON.stringify(wanted))
const wide = (width, height = 800) => stage.page.setViewportSize({ width, height })
const chip = () => stage.turn().getByTestId('citation-chip').first()
const picture = async (name) => {
  await sound(stage.page, name)
  for (const colorScheme of ['dark', 'light']) {
    await stage.page.emulateMedia({ colorScheme })
    if (pictures) await stage.page.screenshot({ path: join(pictures, `widths-${name}-${colorScheme}.png`), animations: 'disabled' })
  }
  assert.equal(await stage.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, name)
}
/** Two panes beside each other don't overlap. */
const apart = async (a, b) => {
  const [left, right] = [await stage.page.locator(a).boundingBox(), await stage.page.locator(b).boundingBox()]
  assert.ok(left.x + left.width <= right.x + 1, JSON.stringify({ left, right }))
}

test('1,280: all three stand beside each other', async () => {
  await wide(1280)
  await chip().click()
  await stage.test('page-mark').first().waitFor()
  await are('all three are seen', true, true, true)
  await apart(LIBRARY, ANSWER)
  await apart(ANSWER, SOURCE)
  await picture('1280')
})

test('1,090: the library folds, and comes when it is called for', async () => {
  await wide(1090)
  await are('the library is folded', false, true, true)
  await apart(ANSWER, SOURCE)
  await picture('1090')
  await stage.page.keyboard.press('Control+b')
  await are('it is there', true, true, true)
  await until('it has the focus', () => stage.page.evaluate(() => !!document.activeElement.closest('nav')))
  await stage.page.keyboard.press('Escape')
  await are('it is gone', false, true, true)
  assert.equal(await stage.page.evaluate(() => document.activeElement.dataset.testid), 'show-library')
})

for (const [name, width, height] of [['850', 850, 800], ['640', 640, 800], ['200', 640, 450]]) // 1,280 × 900 at 200 %
  test(`${name}: answer and source change places`, async () => {
    const { page } = stage
    await wide(width, height)
    await until('one is seen', async () => (await seen(ANSWER)) !== (await seen(SOURCE)))
    if (await seen(SOURCE)) await stage.test('proves').getByRole('button', { name: 'Back to the answer' }).click()
    await are('the answer is seen', false, true, false)
    await picture(`${name}-answer`)
    await chip().focus()
    await page.keyboard.press('Enter')
    await are('the source is seen', false, false, true)
    await stage.test('page-mark').first().waitFor()
    assert.ok(await page.evaluate(() => !!document.activeElement.closest('[data-testid=source-panel]')), 'the focus went along')
    await stage.test('proves').getByText('Revenue rose to 41.7 million in 2024').waitFor()
    await picture(`${name}-source`)
    await stage.test('proves').getByRole('button', { name: 'Next citation' }).click()
    await stage.test('proves').getByText('The office employs 212 people').waitFor()
    await stage.test('proves').getByRole('button', { name: 'Back to the answer' }).click()
    await are('the answer is seen again', false, true, false)
    assert.ok(await page.evaluate(() => !!document.activeElement.closest('main')), 'the focus came back')
    await page.locator('main').getByTestId('view-switch').getByText('Source').click()
    await are('the switch shows the source', false, false, true)
    await page.locator('aside').getByTestId('view-switch').getByText('Chat').click()
    await are('and the answer', false, true, false)
  })

test('larger text needs more room: the library folds earlier', async () => {
  await wide(1280)
  await are('all three are seen', true, true, true)
  await stage.page.evaluate(() => (document.documentElement.dataset.text = 'larger'))
  await are('the library is folded', false, true, true)
  await picture('1280-larger')
})
