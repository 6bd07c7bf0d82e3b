// What a person makes of a document's details before they are saved.
import { say } from './messages'
import type { DocumentMetadata, Name } from './types'

/** The fields as they stand in the form. */
export interface Draft {
  title: string
  authors: string
  language: string
  company: string
  year: string
  type: string
  names: Name[]
  /** As they are written: parted by commas. */
  tags: string
}

export const draftOf = ({ metadata, names, tags }: DocumentMetadata): Draft => ({
  ...metadata, year: metadata.year ? String(metadata.year) : '', names: names.map((name) => ({ ...name })), tags: tags.join(', '),
})

export const EMPTY: Draft = { title: '', authors: '', company: '', year: '', type: '', language: '', names: [], tags: '' }

/** What is to be saved. A year that is no number is refused with a sentence. */
export function wantedOf({ title, authors, company, year, type, language, names, tags }: Draft): DocumentMetadata {
  if (!/^\d*$/.test(year.trim())) throw say('details.no-year', { year: year.trim() })
  return { metadata: { title: title.trim(), authors: authors.trim(), company: company.trim(), year: Number(year), type: type.trim(), language: language.trim() }, names: names.map((name) => ({ ...name })), tags: tagsOf(tags) }
}

/** Tags as they are typed, each once. */
export function tagsOf(text: string): string[] {
  const all = text.split(/[,、，;\n]/).map((tag) => tag.trim().replace(/^#/, '')).filter(Boolean)
  return all.filter((tag, i) => all.findIndex((other) => same(other, tag)) === i)
}

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** The names with one more. One that was found comes back as what it was; one that is there already is not added again. */
export function withName(names: Name[], text: string, found: Name[]): Name[] {
  const bare = text.trim()
  if (!bare || names.some((name) => same(name.text, bare))) return names
  return [...names, found.find((name) => same(name.text, bare)) ?? { text: bare, kind: '' }]
}

/** The names are those that were found, in whatever order. */
export const asFound = (names: Name[], found: Name[]) =>
  names.length === found.length && names.every(({ text }) => found.some((name) => same(name.text, text)))
