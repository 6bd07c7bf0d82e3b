// All documents in one table: what is listed of them, and in which order.
import { byName } from './order'
import { inState, type ListState } from '../library/states'
import { passes } from '../library/rows'
import { shown } from './mention'
import { remember, remembered } from './remembered'
import type { Document, Labels } from './types'

export const COLUMNS = ['name', 'company', 'type', 'year', 'pages', 'tags', 'state', 'added'] as const
export type Column = (typeof COLUMNS)[number]
export const FACETS = ['type', 'company', 'year', 'tag', 'folder'] as const
export type FacetName = (typeof FACETS)[number]

const SORT = 'lectern.overview-sort'
const FLAT = 'lectern.overview-flat'
const NONE: Labels = { id: '', company: '', year: 0, type: '', tags: [] }

export class OverviewState {
  open = $state(false)
  text = $state('')
  state = $state<ListState>('all')
  /** What they must be like; "" is any. */
  facets = $state<Record<FacetName, string>>({ type: '', company: '', year: '', tag: '', folder: '' })
  column = $state<Column>('name')
  down = $state(false)
  grouped = $state(remembered(FLAT) !== '1')

  constructor() {
    const [column, down] = remembered(SORT).split(' ')
    if (COLUMNS.includes(column as Column)) this.column = column as Column
    this.down = down === 'down'
  }

  readonly narrowed = $derived(this.state !== 'all' || !!this.text.trim() || Object.values(this.facets).some(Boolean))

  show(state: ListState = 'all') {
    this.open = true
    this.state = state
  }

  close() {
    this.open = false
  }

  clear() {
    this.text = ''
    this.state = 'all'
    this.facets = { type: '', company: '', year: '', tag: '', folder: '' }
  }

  /** By a column; by the same once more the other way round. */
  sort(column: Column) {
    this.down = column === this.column ? !this.down : column === 'added'
    this.column = column
    remember(SORT, `${column} ${this.down ? 'down' : 'up'}`)
  }

  group(on: boolean) {
    this.grouped = on
    remember(FLAT, on ? '' : '1')
  }

  /** What is there to be narrowed by, of each kind, by how it is called. */
  values(documents: Document[], labels: Map<string, Labels>): Record<FacetName, string[]> {
    const all = Object.fromEntries(FACETS.map((one) => [one, new Set<string>()])) as Record<FacetName, Set<string>>
    for (const document of documents) for (const one of FACETS) for (const value of valuesOf(document, labels.get(document.id) ?? NONE, one)) all[one].add(value)
    const compare = byName()
    return Object.fromEntries(FACETS.map((one) => [one, [...all[one]].sort(one === 'year' ? (a, b) => Number(b) - Number(a) : compare)])) as Record<FacetName, string[]>
  }

  listed(documents: Document[], labels: Map<string, Labels>): Document[] {
    const of = (document: Document) => labels.get(document.id) ?? NONE
    const wanted = Object.entries(this.facets).filter(([, value]) => value) as [FacetName, string][]
    const out = documents.filter((document) => {
      const label = of(document)
      return inState(document, this.state) && wanted.every(([one, value]) => valuesOf(document, label, one).includes(value)) &&
        (!this.text.trim() || passes([shown(document.name), document.folder, label.company, label.year || '', label.type, ...label.tags].join(' '), this.text))
    })
    const compare = byName()
    const by: Record<Column, (a: Document, b: Document) => number> = {
      name: () => 0,
      company: (a, b) => compare(of(a).company || '\uffff', of(b).company || '\uffff'),
      type: (a, b) => compare(of(a).type || '\uffff', of(b).type || '\uffff'),
      year: (a, b) => of(a).year - of(b).year,
      pages: (a, b) => a.pages - b.pages,
      tags: (a, b) => compare(of(a).tags.join() || '\uffff', of(b).tags.join() || '\uffff'),
      state: (a, b) => rank(a) - rank(b),
      added: (a, b) => a.added.localeCompare(b.added),
    }
    const sign = this.down ? -1 : 1
    return out.sort((a, b) => sign * (by[this.column](a, b) || compare(a.name, b.name)))
  }
}

function valuesOf(document: Document, label: Labels, facet: FacetName): string[] {
  const values = { type: [label.type], company: [label.company], year: [label.year ? String(label.year) : ''], tag: label.tags, folder: [document.folder] }[facet]
  return values.filter(Boolean)
}

/** What needs a person comes first. */
const rank = (document: Document) => ['failed', 'check', 'coming'].findIndex((state) => inState(document, state as ListState)) >>> 0
