// Filters as a person sees them.
import { byLocale, say, type Key } from './messages'
import type { Facet, Filter } from './types'

export const same = (a: Filter, b: Filter) => a.field === b.field && a.value === b.value
export const without = (filters: Filter[], one: Filter) => filters.filter((other) => !same(other, one))
export const withOne = (filters: Filter[], one: Filter) => [...without(filters, one), one]

const last = (path: string) => path.replace(/[/\\]+$/, '').replace(/^.*[/\\]/, '') || path
const languages = byLocale((locale) => new Intl.DisplayNames([locale], { type: 'language' }))

/** What a chip says. */
export function told({ field, value }: Filter): string {
  switch (field) {
    case 'tag':
      return `#${value.replace(/^#/, '')}`
    case 'folder':
      return last(value)
    case 'author':
      return say('filter.by-author', { author: value })
    case 'language':
      return languageName(value)
  }
  return value
}

/** A language in words; what is no code (ISO 639) stays as it is. */
export function languageName(code: string): string {
  if (!/^[a-z]{2,3}$/i.test(code)) return code
  try {
    return languages().of(code) ?? code
  } catch {
    return code // what a person wrote there may be no code
  }
}

const FIELDS: Record<Filter['field'], Key> = {
  company: 'filter.company', author: 'filter.author', year: 'filter.year', type: 'filter.type', language: 'filter.language', folder: 'filter.folder', tag: 'filter.tag',
}

/** What a filter is of, in a word. */
export const fieldName = (field: Filter['field']) => say(FIELDS[field])

/** Facets by field, without what is chosen already. */
export function grouped(facets: Facet[], chosen: Filter[]): { field: Filter['field']; facets: Facet[] }[] {
  const left = facets.filter(({ filter }) => !chosen.some((one) => same(one, filter)))
  return (Object.keys(FIELDS) as Filter['field'][])
    .map((field) => ({ field, facets: left.filter(({ filter }) => filter.field === field) }))
    .filter((group) => group.facets.length)
}
