// At 200 %, in forced colours, and for whoever wants less motion, in the language with the longest words.
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sound } from './axe.mjs'
import { markFits } from './marks.mjs'
import { harbour, REVENUE, STAFF } from './samples.mjs'
import { Stage, until } from './stage.mjs'

const pictures = process.env.LECTERN_PICTURES
let stage, page
before(async () => {
  if (pictures) mkdirSync(pictures, { recursive: true })
  stage = await Stage.set({ locale: 'de-DE' })
  page = stage.page
  await stage.add('Harbour report', harbour())
  stage.ollama.say((id) => `Der Umsatz stieg 2024 auf 41,7 Millionen [${id(REVENUE)}]. Im Hafenamt arbeiten 212 Menschen [${id(STAFF)}].`)
  await stage.ask('Wie hat sich der Umsatz in @"Harbour report" entwickelt?')
  await stage.ended('answered')
})
after(() => stage.close())

async function look(name) {
  if (pictures) await page.screenshot({ path: join(pictures, `access-${name}.png`), animations: 'disabled' })
  await sound(page, name)
}

/** Nothing is wider than the window, and what lies over it is inside. */
async function fits(name) {
  const out = await page.evaluate(() => {
    const wide = document.documentElement.scrollWidth > innerWidth ? ['the page'] : []
    return wide.concat([...document.querySelectorAll('dialog[open], [role=menu], [data-testid=palette]')].filter((one) => {
      const { left, top, right, bottom } = one.getBoundingClientRect()
      return left < 0 || top < 0 || right > innerWidth + 1 || bottom > innerHeight + 1 || one.scrollWidth > one.clientWidth + 1
    }).map((one) => one.dataset.testid || one.getAttribute('role') || one.tagName))
  })
  assert.deepEqual(out, [], name)
}

test('200 %: everything is within reach', async () => {
  await page.setViewportSize({ width: 640, height: 450 }) // 1,280 × 900
  const at = async (name) => {
    await page.waitForTimeout(150)
    await fits(name)
    await look(`200-${name}`)
  }
  await at('answer')
  await page.keyboard.press('Control+k')
  await stage.test('palette').waitFor()
  await at('palette')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+,')
  for (const [i, group] of ['general', 'models', 'answers', 'look', 'privacy', 'data'].entries()) {
    await stage.test('settings').getByRole('tab').nth(i).click()
    await stage.test(`settings-${group}`).locator('.field-row').first().waitFor()
    await at(`settings-${group}`)
    assert.equal(await stage.test(`settings-${group}`).evaluate((panel) => panel.scrollWidth <= panel.clientWidth), true, group)
  }
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+b')
  await stage.test('library').waitFor()
  await at('library')
  await stage.row('Harbour report').hover()
  await stage.row('Harbour report').getByRole('button', { name: /^Mehr/ }).click()
  await at('menu')
  await page.getByRole('menuitem', { name: /^Details/ }).click()
  await stage.test('details').locator('input').first().waitFor()
  await at('details')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+n')
  await at('start')
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('forced colours: what is marked, chosen or switched on is seen without a colour of ours', async () => {
  await page.emulateMedia({ forcedColors: 'active' })
  const outlined = (one) => one.evaluate((element) => getComputedStyle(element).outlineStyle !== 'none')
  await stage.talk('Wie hat sich').getByRole('button').first().click()
  await stage.turn().getByTestId('citation-chip').first().click()
  await stage.test('page-mark').first().waitFor()
  await until('the mark is outlined', () => outlined(stage.test('page-mark').first()))
  await look('forced-answer')
  await page.keyboard.press('Control+,')
  await stage.test('settings').getByRole('tab').nth(3).click()
  assert.ok(await outlined(stage.test('settings').locator('.segments .on').first()))
  assert.ok(await outlined(stage.test('settings').getByRole('tab', { selected: true })))
  await look('forced-settings')
  await page.keyboard.press('Escape')
  await page.emulateMedia({ forcedColors: 'none' })
})

test('less motion: nothing moves for longer than a moment', async () => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.waitForTimeout(400) // what moved before is at rest
  await page.evaluate(() => {
    window.moved = []
    const note = ({ target, elapsedTime }) => elapsedTime > 0.02 && window.moved.push(target.className)
    document.addEventListener('animationend', note)
    document.addEventListener('transitionend', note)
  })
  await stage.turn().getByTestId('citation-chip').last().click()
  await stage.test('page-mark').first().waitFor()
  await page.keyboard.press('Control+k')
  await stage.test('palette').waitFor()
  await page.waitForTimeout(700)
  assert.deepEqual(await page.evaluate(() => window.moved), [])
  assert.equal(await page.evaluate(() => document.getAnimations().filter((one) => one.playState === 'running' && one.effect.getComputedTiming().duration > 20).length), 0)
})

test('less motion: a mark lies on its words when the window becomes another one', async () => {
  await page.keyboard.press('Escape')
  await stage.test('palette').waitFor({ state: 'detached' })
  await stage.turn().getByTestId('citation-chip').first().click()
  await stage.test('page-mark').first().waitFor()
  for (const [width, height] of [[1100, 800], [720, 900], [1440, 900]]) {
    await page.setViewportSize({ width, height })
    await page.waitForTimeout(700) // the page is drawn as large as it is now
    await markFits(page, REVENUE)
  }
})
