// What can be done with a place in a table.
import type { Place } from '../lib/tables'
import type { TablesState } from '../lib/tables.svelte'
import type { TableSheet } from '../lib/types'
import type { Entry } from '../ui/Menu.svelte'

type Attempt = (action: () => Promise<unknown> | unknown) => Promise<void>

export const copyEntries = (tables: TablesState, place: Place, attempt: Attempt): Entry[] => [
  ...(place.column >= 0 ? [{ label: 'Copy cell', act: () => void attempt(() => tables.copy(place, 'cell')) }] : []),
  ...(place.row >= 0 ? [{ label: 'Copy row', act: () => void attempt(() => tables.copy(place, 'row')) }] : []),
  { label: 'Copy table', act: () => void attempt(() => tables.copy(place, 'table')) },
  { label: 'Copy as CSV', act: () => void attempt(() => tables.copy(place, 'table', 'csv')) },
  { label: 'Copy as Markdown', act: () => void attempt(() => tables.copy(place, 'table', 'markdown')) },
]

export const saveEntries = (tables: TablesState, n: number, attempt: Attempt): Entry[] => [
  { label: 'Save as Excel…', act: () => void attempt(() => tables.save(n, 'xlsx')) },
  { label: 'Save as CSV…', act: () => void attempt(() => tables.save(n, 'csv')) },
]

export const tableEntries = (tables: TablesState, table: TableSheet, place: Place, attempt: Attempt): Entry[] => [
  ...copyEntries(tables, place, attempt),
  { label: 'Open as sheet', act: () => tables.open(table) },
  ...saveEntries(tables, place.n, attempt),
]
