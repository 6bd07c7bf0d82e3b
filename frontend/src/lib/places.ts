// Where else a passage stands.
import type { Place } from './types'

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
