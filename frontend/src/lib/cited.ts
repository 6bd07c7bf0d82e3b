// Citations in an answer, and the passages that they stand for.
import type { Citation } from './types'

/** The sentence that a citation stands behind, as a range: from the end of the sentence before it. */
export function citedRange(chip: HTMLElement): Range | undefined {
  const block = chip.closest('p, li, td, th, blockquote, h3, h4, h5, h6')
  if (!block) return undefined
  const nodes: Text[] = []
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (chip.contains(node) || chip.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING) break
    if (!node.parentElement?.closest('.chip')) nodes.push(node as Text)
  }
  const text = nodes.map((node) => node.data).join('')
  const own = text.replace(/[.!?。！？\s]+$/u, '') // the number may stand after its sentence's full stop
  let start = 0
  for (const end of own.matchAll(/[.!?]["'”’)]*\s+(?=[\p{Lu}\p{N}"'“‘(])|[。！？]/gu)) start = end.index + end[0].length
  if (start >= own.length) return undefined
  const range = document.createRange()
  if (!setAt(nodes, start, (node, at) => range.setStart(node, at))) return undefined
  if (!setAt(nodes, text.trimEnd().length, (node, at) => range.setEnd(node, at))) return undefined
  return range
}

function setAt(nodes: Text[], offset: number, set: (node: Text, at: number) => void): boolean {
  for (const node of nodes) {
    if (offset <= node.length) {
      set(node, offset)
      return true
    }
    offset -= node.length
  }
  return false
}

/** Underlines the sentence of the citation that is open. Webviews without the highlight API show the ring alone. */
export function underline(chip: HTMLElement | null | undefined) {
  if (!globalThis.CSS?.highlights) return
  const range = chip && citedRange(chip)
  if (range) CSS.highlights.set('cited', new Highlight(range))
  else CSS.highlights.delete('cited')
}

/** The colours by which passages on a page are told apart. */
const TONES = 4

/** The colour of each citation of a document, by its number. Those of the same words have the same. */
export function tonesOf(spots: Pick<Citation, 'n' | 'document' | 'page' | 'quote'>[], document: string): Map<number, number> {
  const tones = new Map<number, number>()
  const places = new Map<string, number>()
  for (const { n, page, quote, ...spot } of spots) {
    if (!n || !quote || spot.document !== document || tones.has(n)) continue
    const place = `${page} ${quote}`
    const tone = places.get(place) ?? places.size % TONES
    places.set(place, tone)
    tones.set(n, tone)
  }
  return tones
}

/** Go sends so much of the page beside a quote, in bytes; what is as long was cut, perhaps within a word. */
const CUT = 56

export const wordsBefore = (prefix: string) => (prefix.length < CUT ? prefix.trimStart() : prefix.replace(/^\S*\s*/, '…'))
export const wordsAfter = (suffix: string) => (suffix.length < CUT || /[.!?。！？]\s*$/u.test(suffix) ? suffix.trimEnd() : suffix.replace(/\s*\S*$/, '…'))
