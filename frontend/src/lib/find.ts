// Finding words on a page, as a person types them: whatever the case, and however the page breaks its lines and words.
// Go counts by the same rule which pages hold them (backend/app/find.go); here it is told where they stand on a page.
import { folding, type Letters, type Span } from './folding'

/** Signs without what a line break or a font may change: case, ligatures, spaces, hyphens, kinds of quotation marks. */
export const { of: foldedWords, indexed: signs } = folding((sign) =>
  sign.normalize('NFKD').toLowerCase().replace(/[\s\p{M}\p{Cf}\p{Pd}\u2212]/gu, '').replace(/[’‘‛]/g, "'").replace(/[“”„]/g, '"'),
)

/** Every place where the words stand, from the top of the page. */
export function occurrences(page: Letters, words: string): Span[] {
  const wanted = foldedWords(words)
  const spans: Span[] = []
  if (!wanted) return spans
  for (let at = page.text.indexOf(wanted); at >= 0; at = page.text.indexOf(wanted, at + wanted.length)) spans.push({ start: at, end: at + wanted.length })
  return spans
}
