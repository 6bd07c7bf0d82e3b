// Finding words on a page, as a person types them: whatever the case, and however the page breaks its lines and words.
// Go counts by the same rule which pages hold them (backend/app/find.go); here it is told where they stand on a page.
import type { Letters, Span } from './anchor'

const folded = new Map<string, string>()

/** A sign without what a line break or a font may change: case, ligatures, spaces, hyphens, kinds of quotation marks. */
function fold(sign: string): string {
  let out = folded.get(sign)
  if (out === undefined) {
    out = sign.normalize('NFKD').toLowerCase().replace(/[\s\p{M}\p{Cf}\p{Pd}\u2212]/gu, '').replace(/[’‘‛]/g, "'").replace(/[“”„]/g, '"')
    folded.set(sign, out)
  }
  return out
}

export function foldedWords(text: string): string {
  let out = ''
  for (const sign of text) out += fold(sign)
  return out
}

/** A page's signs, and for each the text item and the offset in it. */
export function signs(items: string[]): Letters {
  let text = ''
  const item: number[] = []
  const offset: number[] = []
  items.forEach((str, index) => {
    let at = 0
    for (const sign of str) {
      const kept = fold(sign)
      for (let i = 0; i < kept.length; i++) item.push(index), offset.push(at)
      text += kept
      at += sign.length
    }
  })
  return { text, item: Int32Array.from(item), offset: Int32Array.from(offset) }
}

/** Every place where the words stand, from the top of the page. */
export function occurrences(page: Letters, words: string): Span[] {
  const wanted = foldedWords(words)
  const spans: Span[] = []
  if (!wanted) return spans
  for (let at = page.text.indexOf(wanted); at >= 0; at = page.text.indexOf(wanted, at + wanted.length)) spans.push({ start: at, end: at + wanted.length })
  return spans
}
