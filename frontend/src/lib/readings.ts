// How a question was understood, as a person sees it.
import { languageName } from './filters'
import { say } from './messages'
import type { Reading } from './types'

/** What a chip says. */
export function understood({ as, text }: Reading): string {
  switch (as) {
    case 'before':
      return say('reading.before', { text })
    case 'mentions':
      return say('reading.mentions', { text })
    case 'never':
      return say('reading.never', { text })
    case 'list':
      return text ? say('reading.list', { text }) : say('reading.list-all')
    case 'count':
      return text ? say('reading.count', { text }) : say('reading.count-all')
    case 'summary':
      return text ? say('reading.summary', { text }) : say('reading.summary-all')
    case 'parts':
      return say('reading.parts', { text })
    case 'language':
      return say('reading.language', { text: languageName(text) })
  }
}

/** What taking it off does. */
export const otherwise = ({ as }: Reading): string => {
  switch (as) {
    case 'before':
      return say('reading.not-before')
    case 'parts':
      return say('reading.not-parts')
    case 'language':
      return say('reading.not-language')
    default:
      return say('reading.not-everything')
  }
}
