// Filters as a person sees them.
import { locale, say } from './messages'
import type { Facet, Filter } from './types'

export const same = (a: Filter, b: Filter) => a.field === b.field && a.value === b.value
export const without = (filters: Filter[], one: Filter) => filters.filter((other) => !same(other, one))
export const withOne = (filters: Filter[], one: Filter) => [...without(filters, one), one]

const last = (path: string) => path.replace(/[/\\]+$/, '').replace(/^.*[/\\]/, '') || path
const languages = new Intl.DisplayNames([locale], { type: 'language' })

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
      return named(value)
  }
  return value
}

function named(code: string): string {
  try {
    return languages.of(code) ?? code
  } catch {
    return code // what a person wrote there may be no code
  }
}

export const FIELDS: Record<Filter['field'], string> = {
  company: say('filter.company'), author: say('filter.author'), year: say('filter.year'), type: say('filter.type'), language: say('filter.language'), folder: say('filter.folder'), tag: say('filter.tag'),
}

/** Facets by field, without what is chosen already. */
export function grouped(facets: Facet[], chosen: Filter[]): { field: Filter['field']; facets: Facet[] }[] {
  const left = facets.filter(({ filter }) => !chosen.some((one) => same(one, filter)))
  return (Object.keys(FIELDS) as Filter['field'][])
    .map((field) => ({ field, facets: left.filter(({ filter }) => filter.field === field) }))
    .filter((group) => group.facets.length)
}
