// Where the bytes of an answer's Markdown stand on the page.

/** A piece of a text node that shows a stretch of the source. */
export interface Piece { node: Text; from: number; to: number }

/** What the page shows in another form than the source, as blanks: marks of citations, marks of lists, formulas. */
const REDRAWN = /\[\d{1,3}(?:\s*[,–-]\s*\d{1,3})*\]|^[ \t]*(?:\d{1,2}[.)]|[-*+])[ \t]|\$\$[^$]*\$\$|\$[^$\n]*\\[^$\n]*\$/gm

const space = (c: string) => /\s/.test(c)

/** A stretch of the source, in bytes. */
export interface Stretch { start: number; end: number }

/**
 * The pieces that show each of some stretches, which don't overlap and come in their order. Source and page are read side by
 * side, once for all of them: whatever stands twice is never mixed up.
 */
export function piecesOf(root: HTMLElement, source: string, stretches: Stretch[]): Piece[][] {
  const units = offsets(source, stretches)
  const out: Piece[][] = stretches.map(() => [])
  if (!stretches.length) return out
  const plain = source.replace(REDRAWN, (mark) => '\0'.repeat(mark.length))
  const to = units.at(-1)!.end
  let here = 0
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  let at = 0
  for (let node = walker.nextNode() as Text | null; node && at < to; node = walker.nextNode() as Text | null) {
    if (node.parentElement?.closest('.chip, .katex')) continue
    for (let i = 0; i < node.length && at < to; i++) {
      const found = next(plain, at, node.data[i])
      if (found < 0) continue
      at = found + 1
      while (here < units.length - 1 && found >= units[here].end) here++
      if (found < units[here].start || found >= units[here].end || node.parentElement?.closest('code')) continue
      const pieces = out[here]
      const last = pieces.at(-1)
      if (last?.node === node) last.to = i + 1
      else pieces.push({ node, from: i, to: i + 1 })
    }
  }
  return out
}

/** Stretches of bytes as offsets in the text. */
function offsets(source: string, stretches: Stretch[]): Stretch[] {
  const bytes = new TextEncoder().encode(source)
  const decoder = new TextDecoder()
  let [byte, unit] = [0, 0]
  const unitOf = (n: number) => {
    unit += decoder.decode(bytes.subarray(byte, n)).length
    byte = n
    return unit
  }
  return stretches.map(({ start, end }) => ({ start: unitOf(start), end: unitOf(end) }))
}

/** How far apart a character of the page and its place in the source may be: an address behind a link's words isn't shown. */
const FARTHEST = 400

function next(source: string, at: number, shown: string): number {
  if (shown === '\u2060') return -1
  if (space(shown)) return space(source[at] ?? '') ? at : -1
  const found = source.indexOf(shown, at)
  return found < at + FARTHEST ? found : -1
}

/** Puts an element around each piece; the first is given. */
export function wrap(pieces: Piece[], make: (first: boolean) => HTMLElement): HTMLElement[] {
  return pieces.filter(({ node, from, to }) => node.data.slice(from, to).trim()).map(({ node, from, to }, i) => {
    const target = from ? node.splitText(from) : node
    if (to - from < target.length) target.splitText(to - from)
    const mark = make(i === 0)
    target.replaceWith(mark)
    mark.append(target)
    return mark
  })
}

/** Takes marks away again. */
export function unwrap(root: HTMLElement, selector: string) {
  for (const mark of root.querySelectorAll<HTMLElement>(selector)) mark.replaceWith(...mark.childNodes)
  root.normalize()
}
