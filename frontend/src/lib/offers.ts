// What @ offers: documents by any part of their name, company, year and tags, and sets of documents: those of a folder, a tag,
// a company, a year. Ten thousand documents are gone through within a frame, so nothing is put in order here but what is shown.
import { told } from './filters'
import type { Document, Facet, Filter, Labels } from './types'

type Named = Pick<Document, 'id' | 'name'>

export interface Entry<T> {
  document: T
  name: string
  /** Company, year and tags. */
  about: string
}

const MARKS = /\p{M}/gu
// eslint-disable-next-line no-control-regex
const PLAIN = /^[\x00-\x7f]*$/

/** Words as they are compared: whatever the case and the accents. */
const folded = (text: string) => (PLAIN.test(text) ? text : text.normalize('NFKD').replace(MARKS, '')).toLowerCase()

/** Documents as they are looked through, in their order. */
export function indexed<T extends Named>(documents: T[], labels: ReadonlyMap<string, Labels> = new Map()): Entry<T>[] {
  return documents.map((document) => {
    const { company = '', year = 0, tags = [] } = labels.get(document.id) ?? {}
    return { document, name: folded(document.name), about: folded([company, year || '', ...tags].join(' ')) }
  })
}

/** Whether a part of a text begins a word of it. */
const beginsWord = (text: string, part: string) => {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) if (!at || !/[\p{L}\p{N}]/u.test(text[at - 1])) return true
  return false
}

/** Those whose name begins so, then those with a word that does, then those that hold it, then those that are about it. */
export function offered<T>(entries: Entry<T>[], query: string, most = 8): T[] {
  const words = folded(query).split(/\s+/).filter(Boolean)
  const whole = words.join(' ')
  const ranks: T[][] = [[], [], [], []]
  for (const { document, name, about } of entries) {
    if (!words.every((word) => name.includes(word) || about.includes(word))) continue
    const rank = name.startsWith(whole) ? 0 : !words.every((word) => name.includes(word)) ? 3 : words.some((word) => beginsWord(name, word)) ? 1 : 2
    if (ranks[rank].length < most) ranks[rank].push(document)
    if (ranks[0].length === most) break
  }
  return ranks.flat().slice(0, most)
}

const SETS: Filter['field'][] = ['folder', 'tag', 'company', 'year']
/** So many sets are offered beside documents. */
const FEW = 4

/** Sets of documents, those that begin so first; each has more than one document. */
export function offeredSets(facets: Facet[], query: string, chosen: Filter[] = []): Facet[] {
  const wanted = folded(query).replace(/^#/, '')
  const all = facets.filter(({ filter, documents }) => documents > 1 && SETS.includes(filter.field) && !chosen.some((one) => one.field === filter.field && one.value === filter.value))
  const fits = all.filter(({ filter }) => folded(told(filter)).includes(wanted))
  const first = (facet: Facet) => (folded(told(facet.filter)).replace(/^#/, '').startsWith(wanted) ? 0 : 1)
  return fits.sort((a, b) => first(a) - first(b) || SETS.indexOf(a.filter.field) - SETS.indexOf(b.filter.field) || b.documents - a.documents).slice(0, FEW)
}
