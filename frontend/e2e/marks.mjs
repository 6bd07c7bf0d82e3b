// Whether the mark on a page lies where its words are.
import assert from 'node:assert/strict'
import { until } from './stage.mjs'

/** The mark covers the lines of the text layer that hold the sentence, and no others. */
export async function markFits(page, sentence) {
  let seen
  await until(`the mark covers “${sentence}”`, async () => {
    seen = await page.evaluate(measured, sentence)
    return seen.lines.length > 0 && seen.off <= 2 && seen.outside === 0
  }).catch(() => assert.fail(`the mark is off: ${JSON.stringify(seen)}`))
}

function measured(sentence) {
  const plain = (words) => words.replace(/\s+/g, '')
  const box = (rect) => ({ left: rect.left, top: rect.top, right: rect.right, bottom: rect.bottom })
  const spans = [...document.querySelectorAll('[data-current] .textLayer span')].filter((span) => span.textContent.trim())
  const within = spans.filter((span) => plain(sentence).includes(plain(span.textContent)))
  const marks = [...document.querySelectorAll('[data-testid=page-mark]')].map((mark) => box(mark.getBoundingClientRect()))
  const lines = within.map((span) => box(span.getBoundingClientRect()))
  const union = (all) => ['left', 'top'].map((side) => Math.min(...all.map((one) => one[side]))).concat(['right', 'bottom'].map((side) => Math.max(...all.map((one) => one[side]))))
  const [have, want] = [union(marks), union(lines)]
  const middles = spans.filter((span) => !within.includes(span)).map((span) => span.getBoundingClientRect()).map((rect) => [rect.left + rect.width / 2, rect.top + rect.height / 2])
  return {
    marks, lines,
    off: Math.max(...have.map((side, i) => Math.abs(side - want[i]))),
    outside: middles.filter(([x, y]) => marks.some((mark) => x > mark.left && x < mark.right && y > mark.top && y < mark.bottom)).length,
  }
}

/** The drawn page has letters where the mark is. */
export async function inkUnder(page) {
  const dark = await page.evaluate(() => {
    const canvas = document.querySelector('[data-testid=page-canvas]')
    const frame = canvas.getBoundingClientRect()
    const mark = document.querySelector('[data-testid=page-mark]').getBoundingClientRect()
    const scale = canvas.width / frame.width
    const { data } = canvas.getContext('2d').getImageData((mark.left - frame.left) * scale, (mark.top - frame.top) * scale, mark.width * scale, mark.height * scale)
    let count = 0
    for (let i = 0; i < data.length; i += 4) if (data[i] + data[i + 1] + data[i + 2] < 300) count++
    return count / (data.length / 4)
  })
  assert.ok(dark > 0.03, `only ${(100 * dark).toFixed(1)} % of the mark is ink`)
}
