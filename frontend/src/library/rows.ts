// The rows of a long list: where they lie, which are in sight, what is chosen of them and under which date they stand.
import { foldedWords } from '../lib/find'
import { byLocale, say } from '../lib/messages'

/** The top of each row, and behind the last where the list ends. */
export function topsOf(heights: number[]): Float64Array {
  const tops = new Float64Array(heights.length + 1)
  for (let i = 0; i < heights.length; i++) tops[i + 1] = tops[i] + heights[i]
  return tops
}

/** Rows beside those in sight that are drawn as well. */
const BESIDE = 6

/** The rows that are to be drawn, from one to before another. */
export function inSight(tops: Float64Array, top: number, height: number): { from: number; to: number } {
  const count = tops.length - 1
  return { from: Math.max(0, rowAt(tops, top) - BESIDE), to: Math.min(count, rowAt(tops, top + height) + 1 + BESIDE) }
}

/** The row that lies at a height. */
export function rowAt(tops: Float64Array, y: number): number {
  let [low, high] = [0, Math.max(0, tops.length - 2)]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (tops[middle] <= y) low = middle
    else high = middle - 1
  }
  return low
}

/** Everything from one row to another, whichever comes first. */
export function range(ids: string[], one: string, other: string): string[] {
  const [a, b] = [ids.indexOf(one), ids.indexOf(other)]
  if (a < 0) return b < 0 ? [] : [other]
  return ids.slice(Math.min(a, b), Math.max(a, b) + 1)
}

/** Whether something has all words of a filter, whatever their order and case. */
export function passes(text: string, filter: string): boolean {
  const folded = foldedWords(text)
  return filter.split(/\s+/).every((word) => folded.includes(foldedWords(word)))
}

const months = byLocale((locale) => new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' }))
const DAY = 86_400_000

/** The heading that a time (RFC 3339) stands under: today, yesterday, the last seven days, or its month. */
export function era(time: string, now = new Date()): string {
  const then = new Date(time)
  if (Number.isNaN(then.getTime())) return ''
  const midnight = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
  const days = Math.round((midnight(now) - midnight(then)) / DAY)
  if (days <= 0) return say('era.today')
  if (days === 1) return say('era.yesterday')
  return days < 7 ? say('era.week') : months().format(then)
}
