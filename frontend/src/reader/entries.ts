// What can be done with a place in a table.
import { say } from '../lib/messages'
import type { Place } from '../lib/tables'
import type { TablesState } from '../lib/tables.svelte'
import type { TableSheet } from '../lib/types'
import type { Entry } from '../ui/Menu.svelte'

type Attempt = (action: () => Promise<unknown> | unknown) => Promise<void>

export const copyEntries = (tables: TablesState, place: Place, attempt: Attempt): Entry[] => [
  ...(place.column >= 0 ? [{ label: say('table.copy-cell'), act: () => void attempt(() => tables.copy(place, 'cell')) }] : []),
  ...(place.row >= 0 ? [{ label: say('table.copy-row'), act: () => void attempt(() => tables.copy(place, 'row')) }] : []),
  { label: say('table.copy-table'), act: () => void attempt(() => tables.copy(place, 'table')) },
  { label: say('table.copy-csv'), act: () => void attempt(() => tables.copy(place, 'table', 'csv')) },
  { label: say('table.copy-markdown'), act: () => void attempt(() => tables.copy(place, 'table', 'markdown')) },
]

export const saveEntries = (tables: TablesState, n: number, attempt: Attempt): Entry[] => [
  { label: say('table.save-excel'), act: () => void attempt(() => tables.save(n, 'xlsx')) },
  { label: say('table.save-csv'), act: () => void attempt(() => tables.save(n, 'csv')) },
]

export const tableEntries = (tables: TablesState, table: TableSheet, place: Place, attempt: Attempt): Entry[] => [
  ...copyEntries(tables, place, attempt),
  { label: say('table.open'), act: () => tables.open(table) },
  ...saveEntries(tables, place.n, attempt),
]
