// What axe finds grave on a page.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The text over a PDF page is transparent: the letters that are seen are the picture's. */
const meant = (id, node) => id === 'color-contrast' && node.target.join().includes('textLayer')

export async function sound(page, where) {
  await page.evaluate(axe) // not by a script element: the page's policy forbids it
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }))
  const grave = violations
    .map(({ id, impact, help, nodes }) => ({ id, impact, help, nodes: nodes.filter((node) => !meant(id, node)).map((node) => `${node.target}: ${node.failureSummary}`) }))
    .filter(({ impact, nodes }) => nodes.length && ['serious', 'critical'].includes(impact))
  assert.deepEqual(grave, [], where)
}
