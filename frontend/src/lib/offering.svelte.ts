// What @ offers, as the library has it: it is read when a name begins to be typed.
import { api } from './api'
import type { LibraryState } from './library.svelte'
import { indexed, offered, offeredSets } from './offers'
import type { Document, Facet, Filter, Labels } from './types'

/** A document, or a set of them. */
export type Offer = { document: Document } | { set: Facet }

export class OfferingState {
  private labels = $state.raw<ReadonlyMap<string, Labels>>(new Map())
  private facets = $state.raw<Facet[]>([])
  private read: Document[] | undefined
  private readonly entries = $derived.by(() => indexed(this.documents(), this.labels))

  /** `documents` are those that are offered: what can be asked, unless it says otherwise. */
  constructor(private readonly library: LibraryState, private readonly documents: () => Document[] = () => library.askable) {}

  /** Learns what documents are about, unless it knows that of these. */
  async load() {
    const { all } = this.library
    if (this.read === all) return
    this.read = all
    const [labels, facets] = await Promise.all([api.documentLabels().catch(() => []), api.facets().catch(() => [])]) // names are found without
    this.labels = new Map(labels.map((one) => [one.id, one]))
    this.facets = facets
  }

  /** Documents, and behind them sets, unless there is no use for those. */
  of(query: string, chosen?: Filter[]): Offer[] {
    const sets = chosen ? offeredSets(this.facets, query, chosen) : []
    return [...this.named(query).map((document) => ({ document })), ...sets.map((set) => ({ set }))]
  }

  /** Documents by any part of their name, company, year and tags. */
  named = (query: string, most?: number): Document[] => offered(this.entries, query, most)
}
