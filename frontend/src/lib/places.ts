// Where else a passage stands.
import { shown } from './mention'
import { say } from './messages'
import type { Place } from './types'

type OnPage = Pick<Place, 'page' | 'label'>

/** What a page is called by: the label that is printed on it, where it has one. */
const called = ({ page, label }: OnPage) => label || String(page)

/** "p. 12" */
export const pageOf = (place: OnPage) => say('page.short', { page: called(place) })

/** "Annual report, p. 12" */
export const whereOf = (place: OnPage & Pick<Place, 'doc'>) => say('page.in', { document: shown(place.doc), page: called(place) })

/** The other places that a person would look up, each page once: those of its own document first. */
export function elsewhere({ document, page, places = [] }: Pick<Place, 'document' | 'page'> & { places?: Place[] }): Place[] {
  const seen = new Set([`${document} ${page}`])
  const others = places.filter((place) => {
    const key = `${place.document} ${place.page}`
    return !seen.has(key) && seen.add(key)
  })
  const own = (place: Place) => (place.document === document ? 0 : 1)
  return others.sort((a, b) => own(a) - own(b) || (own(a) ? 0 : a.page - b.page))
}
