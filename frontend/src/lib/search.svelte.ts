// Trying a search: what is looked for, and what was found.
import { api, sentence } from './api'
import { same, withOne, without } from './filters'
import type { Facet, Filter, SearchResponse } from './types'
import type { Document } from './types'

/** After the last key that was typed. */
const PAUSE_MILLIS = 220
const LIMIT = 30

export class SearchState {
  open = $state(false)
  text = $state('')
  filters = $state.raw<Filter[]>([])
  /** Read in the text and taken off; they count again when other words are looked for. */
  off = $state.raw<Filter[]>([])
  documents = $state.raw<Pick<Document, 'id' | 'name'>[]>([])
  meaning = $state(true)
  result = $state.raw<SearchResponse>()
  problem = $state('')
  looking = $state(false)
  facets = $state.raw<Facet[]>([])
  /** What the panel's field is reached by. */
  field: HTMLInputElement | undefined

  private asked = 0
  private timer: ReturnType<typeof setTimeout> | undefined

  /** Shows the panel, for some documents alone or for what it was last for. */
  show(documents?: Pick<Document, 'id' | 'name'>[], text?: string) {
    this.open = true
    if (documents) this.documents = documents
    if (text !== undefined) this.text = text
    void api.facets().then((facets) => (this.facets = facets), () => {}) // without them it can still be searched
    this.now()
  }

  close() {
    this.open = false
  }

  /** What is looked for is not wanted any more. */
  rest() {
    clearTimeout(this.timer)
    this.asked++
    this.looking = false
  }

  /** While it is typed. */
  typed() {
    this.off = []
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.now(), PAUSE_MILLIS)
  }

  narrow(filter: Filter) {
    this.filters = withOne(this.filters, filter)
    this.now()
  }

  takeOff(filter: Filter) {
    if (this.filters.some((one) => same(one, filter))) this.filters = without(this.filters, filter)
    else this.off = withOne(this.off, filter)
    this.now()
  }

  only(document: Pick<Document, 'id' | 'name'>) {
    this.documents = [...this.documents.filter(({ id }) => id !== document.id), document]
    this.now()
  }

  leave(id: string) {
    this.documents = this.documents.filter((one) => one.id !== id)
    this.now()
  }

  /** Puts away a document that is not in the library any more. */
  forget(id: string) {
    this.documents = this.documents.filter((one) => one.id !== id)
    if (this.open) this.now()
  }

  /** Searches at once. What is found for other words by then is let go. */
  now() {
    clearTimeout(this.timer)
    const mine = ++this.asked
    if (!this.text.trim()) {
      this.result = undefined
      this.problem = ''
      this.looking = false
      return
    }
    this.looking = true
    void this.look(mine)
  }

  private async look(mine: number) {
    const { text, filters, off, meaning } = this
    try {
      const result = await api.search({ text, documents: this.documents.map(({ id }) => id), filters, off, all: false, meaning, limit: LIMIT })
      if (mine !== this.asked) return
      this.result = result
      this.problem = ''
    } catch (refused) {
      if (mine !== this.asked) return
      this.result = undefined
      this.problem = sentence(refused)
    }
    this.looking = false
  }
}
