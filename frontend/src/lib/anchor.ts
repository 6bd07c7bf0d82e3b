// Finds a quote on a page. Text layers break lines, split words, use ligatures and other quotation
// marks than the quote does; so both sides are reduced to their letters and digits, with an index back
// to where each came from. A wrong mark is worse than none: below half of the quote, nothing is found.
import search from 'approx-string-match'
import { folding, type Letters, type Span } from './folding'

export interface Place {
  spans: Span[]
  /** How much of the quote was found, 0 to 1. */
  coverage: number
  exact: boolean
}

const ERRORS = 0.2
const LEAST_COVERAGE = 0.5
/** Shorter than this a near match proves nothing. */
const LEAST_FUZZY = 16

/** By letters and digits alone. */
export const { of: lettersOf, indexed: letters } = folding((sign) => (sign.normalize('NFKD').match(/[\p{L}\p{N}]/gu) ?? []).join('').toLowerCase())

export interface Quote {
  quote: string
  /** What stands before and after it: decides between repeats. */
  prefix?: string
  suffix?: string
}

export function locate(page: Letters, { quote, prefix = '', suffix = '' }: Quote): Place {
  const around = { prefix: lettersOf(prefix), suffix: lettersOf(suffix) }
  const spans: Span[] = []
  let wanted = 0
  let found = 0
  let exact = true
  const take = (span: Span | undefined, length: number) => {
    if (!span) return false
    spans.push(span)
    found += length
    return true
  }
  for (const part of parts(quote)) {
    const whole = lettersOf(part)
    wanted += whole.length
    const hint = spans.at(-1)?.end
    const hit = find(page.text, whole, hint, around)
    if (hit) {
      exact &&= hit.exact
      take(hit, whole.length)
      continue
    }
    exact = false
    for (const piece of smaller(part)) {
      const one = lettersOf(piece)
      if (take(find(page.text, one, spans.at(-1)?.end, {}), one.length)) continue
      if (piece === part) continue
      for (const words of windows(piece, 8)) {
        const few = lettersOf(words)
        if (few.length >= LEAST_FUZZY) take(find(page.text, few, spans.at(-1)?.end, {}), few.length)
      }
    }
  }
  const coverage = wanted ? Math.min(1, found / wanted) : 0
  if (coverage < LEAST_COVERAGE) return { spans: [], coverage, exact: false }
  return { spans: merged(spans), coverage, exact }
}

/** What a passage holds that the page does not: citation numbers, markup, omissions, formulas. */
function parts(quote: string): string[] {
  return quote
    .replace(/\[\d{1,3}\]/g, ' ')
    .replace(/[*_`#>|]+/g, ' ')
    .split(/\s*(?:\.{3,}|…|\[\.\.\.\]|\$\$[\s\S]*?\$\$|\\\([\s\S]*?\\\))\s*/)
    .filter((part) => lettersOf(part).length >= 6)
}

function smaller(part: string): string[] {
  const sentences = part.match(/[^.!?。！？]+[.!?。！？]*\s*/gu)?.filter((one) => lettersOf(one).length >= 12) ?? []
  return sentences.length > 1 ? sentences : windows(part, 10)
}

function windows(part: string, size: number): string[] {
  let words = part.trim().split(/\s+/)
  if (words.length < 3) words = part.match(/[\s\S]{1,3}/gu) ?? [] // no spaces: Chinese, Japanese
  const separator = /\s/.test(part.trim()) ? ' ' : ''
  const made: string[] = []
  for (let i = 0; i < words.length; i += size) made.push(words.slice(i, i + size).join(separator))
  return made
}

interface Around {
  prefix?: string
  suffix?: string
}

function find(text: string, wanted: string, hint: number | undefined, around: Around): (Span & { exact: boolean }) | undefined {
  if (wanted.length < 6) return undefined
  const exact: Span[] = []
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) exact.push({ start: at, end: at + wanted.length })
  if (exact.length) return { ...nearest(text, exact, hint, around), exact: true }
  if (wanted.length < LEAST_FUZZY) return undefined
  const near = search(text, wanted, Math.floor(wanted.length * ERRORS))
  if (!near.length) return undefined
  const fewest = Math.min(...near.map((match) => match.errors))
  return { ...nearest(text, near.filter((match) => match.errors === fewest), hint, around), exact: false }
}

function nearest(text: string, spans: Span[], hint: number | undefined, { prefix = '', suffix = '' }: Around): Span {
  const score = ({ start, end }: Span) =>
    shared(reversed(text.slice(Math.max(0, start - 32), start)), reversed(prefix)) +
    shared(text.slice(end, end + 32), suffix) -
    Math.min(8, Math.abs(start - (hint ?? 0)) / 1000)
  const { start, end } = spans.reduce((best, span) => (score(span) > score(best) ? span : best))
  return { start, end }
}

const reversed = (text: string) => [...text].reverse().join('')

/** How many letters two texts share from their beginning. */
function shared(a: string, b: string): number {
  let n = 0
  while (n < a.length && n < b.length && a[n] === b[n]) n++
  return n
}

function merged(spans: Span[]): Span[] {
  const sorted = [...spans].sort((a, b) => a.start - b.start)
  const out: Span[] = []
  for (const span of sorted) {
    const last = out.at(-1)
    if (last && span.start <= last.end + 3) last.end = Math.max(last.end, span.end)
    else out.push({ ...span })
  }
  return out
}
