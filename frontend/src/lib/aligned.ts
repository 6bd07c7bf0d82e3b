// Where the bytes of an answer's Markdown stand on the page.

/** A piece of a text node that shows a stretch of the source. */
export interface Piece { node: Text; from: number; to: number }

/** What the page shows in another form than the source, as blanks: marks of citations, marks of lists, formulas. */
const REDRAWN = /\[\d{1,3}(?:\s*[,–-]\s*\d{1,3})*\]|^[ \t]*(?:\d{1,2}[.)]|[-*+])[ \t]|\$\$[^$]*\$\$|\$[^$\n]*\\[^$\n]*\$/gm

const space = (c: string) => /\s/.test(c)

/** The pieces that show bytes `start` to `end`, found by reading source and page side by side: whatever stands twice is never mixed up. */
export function piecesOf(root: HTMLElement, source: string, start: number, end: number): Piece[] {
  const bytes = new TextEncoder().encode(source)
  const units = (n: number) => new TextDecoder().decode(bytes.subarray(0, n)).length
  const [from, to] = [units(start), units(end)]
  const plain = source.replace(REDRAWN, (mark) => '\0'.repeat(mark.length))
  const pieces: Piece[] = []
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  let at = 0
  for (let node = walker.nextNode() as Text | null; node && at < to; node = walker.nextNode() as Text | null) {
    if (node.parentElement?.closest('.chip, .katex')) continue
    for (let i = 0; i < node.length && at < to; i++) {
      const found = next(plain, at, node.data[i])
      if (found < 0) continue
      at = found + 1
      if (found < from || found >= to || node.parentElement?.closest('code')) continue
      const last = pieces.at(-1)
      if (last?.node === node) last.to = i + 1
      else pieces.push({ node, from: i, to: i + 1 })
    }
  }
  return pieces
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
