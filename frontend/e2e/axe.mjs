// What axe finds grave on a page.
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The text over a PDF page is transparent: the letters that are seen are the picture's. */
const meant = (id, node) => id === 'color-contrast' && node.target.join().includes('textLayer')

/** Waits until nothing moves any more: the colours of a theme, and of what appears, come by and by. */
async function rested() {
  const LOOKS = 3
  for (let alike = 0, before = ''; alike < LOOKS; ) {
    await new Promise((next) => setTimeout(next, 60))
    const moving = document.getAnimations().filter((one) => one.playState === 'running' && Number.isFinite(one.effect?.getComputedTiming().endTime)).length
    const now = getComputedStyle(document.body).backgroundColor
    alike = !moving && now === before ? alike + 1 : 0
    before = now
  }
}

/** What axe finds. On a page that stands as it did when it last looked it looks at the colours alone: the theme has changed them. */
async function looked() {
  const stands = [document.body.outerHTML]
  for (const one of document.querySelectorAll('body *')) {
    const { x, y, width, height } = one.getBoundingClientRect()
    stands.push(x, y, width, height, one.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }))
  }
  const now = stands.join()
  const colours = { runOnly: ['cat.color'], rules: { 'color-contrast-enhanced': { enabled: false } } } // which is of level AAA, and else no part of what it does
  const only = now === globalThis.looked ? colours : {}
  globalThis.looked = now
  const { violations } = await globalThis.axe.run(document, { resultTypes: ['violations'], ...only })
  return violations
}

export async function sound(page, where) {
  await page.evaluate(rested)
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe) // not by a script element: the page's policy forbids it
  const violations = await page.evaluate(looked)
  const grave = violations
    .map(({ id, impact, help, nodes }) => ({ id, impact, help, nodes: nodes.filter((node) => !meant(id, node)).map((node) => `${node.target}: ${node.failureSummary}`) }))
    .filter(({ impact, nodes }) => nodes.length && ['serious', 'critical'].includes(impact))
  assert.deepEqual(grave, [], where)
}

/** A page in both themes: what axe finds, and pictures to look at where they are wanted. */
export async function bothThemes(page, name) {
  const pictures = process.env.LECTERN_PICTURES
  if (pictures) mkdirSync(pictures, { recursive: true })
  for (const colorScheme of ['dark', 'light']) {
    await page.emulateMedia({ colorScheme })
    if (pictures) await page.screenshot({ path: join(pictures, `${colorScheme}-${name}.png`), animations: 'disabled' })
    await sound(page, `${name}, ${colorScheme}`)
  }
}
