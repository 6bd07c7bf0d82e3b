// A document's table of contents as a list of rows of the same height, of which only those in sight are drawn.
import type { Heading } from './types'

export const ROW = 30 // pixels
const SPARE = 6 // rows beyond either edge, so that scrolling shows no gap

/** The entry that a page belongs to: the first that begins on it, or the last of those before it; -1 for none. */
export function entryOf(outline: Heading[], page: number): number {
  let best = -1
  outline.forEach((entry, i) => {
    if (entry.page < 1 || entry.page > page) return
    const reached = best < 0 ? 0 : outline[best].page
    if (entry.page > reached || (entry.page === reached && entry.page < page)) best = i
  })
  return best
}

/** The rows to draw, from one up to another, where so many pixels are seen from a place on. */
export function inSight(count: number, top: number, height: number): { from: number; to: number } {
  const from = Math.max(0, Math.floor(top / ROW) - SPARE)
  return { from: Math.min(from, count), to: Math.min(count, Math.ceil((top + height) / ROW) + SPARE) }
}

/** Where a list has to be scrolled to so that a row is seen whole. */
export function scrolledTo(row: number, top: number, height: number): number {
  return Math.max(Math.min(top, row * ROW), (row + 1) * ROW - height)
}

/** The row that a key leads to; undefined if it leads nowhere. */
export function stepped(key: string, at: number, count: number, height: number): number | undefined {
  const page = Math.max(1, Math.floor(height / ROW) - 1)
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + page, PageUp: at - page, Home: 0, End: count - 1 }[key]
  return to === undefined ? undefined : Math.max(0, Math.min(count - 1, to))
}
