// Where the pages of a document lie below each other, and which of them are in sight. Only those are drawn.

/** What a page measures in points, upright. */
export interface Size {
  width: number
  height: number
}

/** How large pages are shown: as wide as the view, whole in it, or in hundredths of their own size. */
export type Zoom = 'width' | 'page' | number

/** The line over a page, and what is between one page and the next line, in pixels. */
export const HEAD = 28
export const GAP = 12

/** Pixels of the screen for a point of the page, at 100 %. */
const SCREEN = 96 / 72
/** Wider than that no webview draws. */
const MOST = 6000
const LEAST = 80

export const ZOOMS = [25, 33, 50, 67, 75, 90, 100, 110, 125, 150, 175, 200, 250, 300, 400]

/** A page as it is shown: its place among the others, and its size, in pixels. */
export interface Sheet {
  /** Of the line over it. */
  top: number
  width: number
  height: number
}

export interface View {
  width: number
  height: number
}

const turned = ({ width, height }: Size, quarters: number): Size => (quarters % 2 ? { width: height, height: width } : { width, height })

function shownSize(size: Size, zoom: Zoom, view: View): Size {
  const ratio = size.height / size.width
  const wide = zoom === 'width' ? view.width
    : zoom === 'page' ? Math.min(view.width, (view.height - HEAD - GAP) / ratio)
    : (size.width * SCREEN * zoom) / 100
  const width = Math.round(Math.min(MOST, Math.max(LEAST, wide)))
  return { width, height: Math.round(width * ratio) }
}

/** Lays the pages out. What isn't known of a page is taken to be as the first one is. */
export function laidOut(pages: number, known: ReadonlyMap<number, Size>, zoom: Zoom, view: View, quarters = 0): Sheet[] {
  const first = known.get(1) ?? { width: 612, height: 792 }
  const usual = shownSize(turned(first, quarters), zoom, view)
  const sheets: Sheet[] = []
  let top = 0
  for (let page = 1; page <= pages; page++) {
    const size = known.get(page)
    const { width, height } = size ? shownSize(turned(size, quarters), zoom, view) : usual
    sheets.push({ top, width, height })
    top += HEAD + height + GAP
  }
  return sheets
}

/** How high all of them are together. */
export function heightOf(sheets: Sheet[]): number {
  const last = sheets.at(-1)
  return last ? last.top + HEAD + last.height + GAP : 0
}

/** The page, from 1, that lies at a height. */
export function pageAt(sheets: Sheet[], y: number): number {
  let [low, high] = [0, sheets.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (sheets[middle].top <= y) low = middle
    else high = middle - 1
  }
  return low + 1
}

/** The pages that are to be drawn: those in sight, and one on either side. */
export function near(sheets: Sheet[], top: number, height: number): { from: number; to: number } {
  return { from: Math.max(1, pageAt(sheets, top) - 1), to: Math.min(sheets.length, pageAt(sheets, top + height) + 1) }
}

/** How large a page is shown, in hundredths of its own size. */
export function percentOf(sheet: Sheet | undefined, size: Size | undefined, quarters = 0): number {
  return sheet && size ? Math.round((100 * sheet.width) / (turned(size, quarters).width * SCREEN)) : 100
}

export const smaller = (percent: number): number | undefined => ZOOMS.findLast((zoom) => zoom < percent)
export const larger = (percent: number): number | undefined => ZOOMS.find((zoom) => zoom > percent)

/** Where the view begins after a page's size became known or all of them changed: what was seen stays where it is. */
export function kept(before: Sheet[], after: Sheet[], top: number): number {
  if (!before.length || !after.length) return 0
  const at = pageAt(before, top) - 1
  const [old, now] = [before[at], after[Math.min(at, after.length - 1)]]
  const within = top - old.top
  const scaled = within <= HEAD ? within : HEAD + (within - HEAD) * (now.height / old.height)
  return now.top + scaled
}
