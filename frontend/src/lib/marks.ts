// From letters of a page to rectangles on it: one for every line of the passage, as fractions of the
// page so that they keep their place at every zoom.
import type { Letters, Span } from './folding'
import type { Rect } from './types'

export type { Rect }


export function rectangles(page: Letters, spans: Span[], items: HTMLElement[], box: DOMRect): Rect[] {
  const lines: Rect[] = []
  for (const span of spans) {
    for (let from = span.start; from < span.end; ) {
      const item = page.item[from]
      let to = from
      while (to + 1 < span.end && page.item[to + 1] === item) to++
      for (const rect of rangeRects(items[item], page.offset[from], page.offset[to] + 1)) {
        addToLine(lines, {
          x: (rect.left - box.left) / box.width,
          y: (rect.top - box.top) / box.height,
          w: rect.width / box.width,
          h: rect.height / box.height,
        })
      }
      from = to + 1
    }
  }
  return lines
}

function rangeRects(element: HTMLElement | undefined, start: number, end: number): DOMRect[] {
  const node = element?.firstChild
  if (!(node instanceof Text)) return []
  const range = document.createRange()
  range.setStart(node, Math.min(start, node.length))
  const closing = /^\p{P}+/u.exec(node.data.slice(end))?.[0].length ?? 0 // a full stop belongs to its sentence
  range.setEnd(node, Math.min(end + closing, node.length))
  return [...range.getClientRects()].filter((rect) => rect.width > 0.5)
}

function addToLine(lines: Rect[], rect: Rect) {
  const line = lines.at(-1)
  const sameLine = line && Math.abs(line.y + line.h / 2 - (rect.y + rect.h / 2)) < 0.6 * Math.min(line.h, rect.h)
  if (!sameLine || rect.x < line.x - 0.002 || rect.x - (line.x + line.w) > 0.03) {
    lines.push(rect)
    return
  }
  const right = Math.max(line.x + line.w, rect.x + rect.w)
  const bottom = Math.max(line.y + line.h, rect.y + rect.h)
  line.y = Math.min(line.y, rect.y)
  line.w = right - line.x
  line.h = bottom - line.y
}
