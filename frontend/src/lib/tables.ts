// Where things stand in the tables of a page.
import type { Rect } from './marks'
import { say } from './messages'
import type { Figure, Operand, TableCell, TableInfo, TableRow, TableSheet } from './types'

/** A cell of a table: the table's number, the row in the whole table, and the column; -1 is the row's label, and a row of -1 the whole table. */
export interface Place {
  n: number
  row: number
  column: number
}

export const whole = (n: number): Place => ({ n, row: -1, column: -1 })

/** How far beside a cell still counts as it, in shares of the page. */
const NEAR = { x: 0.01, y: 0.004 }

const outside = ({ x, y, w, h }: Rect, px: number, py: number) => ({
  dx: Math.max(x - px, 0, px - x - w),
  dy: Math.max(y - py, 0, py - y - h),
})

function nearest<T extends { rect: Rect }>(all: T[], x: number, y: number): T | undefined {
  let best: T | undefined
  let least = Infinity
  for (const one of all) {
    const { dx, dy } = outside(one.rect, x, y)
    if (dx <= NEAR.x && dy <= NEAR.y && dx + dy < least) [best, least] = [one, dx + dy]
  }
  return best
}

/** What stands at a point of a page: a cell, a row, or a table with nothing there. */
export function placeAt(tables: TableSheet[], page: number, x: number, y: number): Place | undefined {
  const table = tables.find(({ parts }) => parts.some((part) => part.page === page && nearest([part], x, y)))
  if (!table) return undefined
  const { n } = table.info
  const rows = table.rows.map((row, at) => ({ ...row, at })).filter((row) => row.page === page)
  const cells = rows.flatMap(({ cells, at }) => cells.map(({ rect, column }) => ({ rect, column, at })))
  const cell = nearest(cells, x, y)
  if (cell) return { n, row: cell.at, column: cell.column }
  const row = nearest(rows, x, y)
  return row ? { n, row: row.at, column: -1 } : whole(n)
}

export const rowOf = (table: TableSheet, place: Place): TableRow | undefined => table.rows[place.row]
export const cellOf = (table: TableSheet, place: Place): TableCell | undefined => rowOf(table, place)?.cells.find(({ column }) => column === place.column)

/** Whether the program stands by what it says of a place. */
export const isSure = (table: TableSheet, place: Place) => table.info.sure && (cellOf(table, place)?.sure ?? true)

/** "Purchases of PP&E · 2018 · million US-$"; of what isn't sure, that it isn't. */
export function inWords(table: TableSheet, place: Place): string {
  if (!table.info.sure) return say('table.unsure')
  const [row, cell] = [rowOf(table, place), cellOf(table, place)]
  if (!row) return named(table.info)
  if (!cell) return row.path || named(table.info)
  if (!cell.sure) return say('table.unsure-cell')
  const head = table.columns.slice(cell.column, cell.column + cell.span).map((column) => column.head).filter(Boolean).join(' / ')
  return [row.path, head, cell.figure ? cell.units : ''].filter(Boolean).join(' · ')
}

export const named = ({ caption, n }: Pick<TableInfo, 'caption' | 'n'>) => caption || say('table.numbered', { number: n })

/** Where a place is on a page. */
export function rectOf(table: TableSheet, place: Place, page: number): Rect | undefined {
  const row = rowOf(table, place)
  if (!row) return table.parts.find((part) => part.page === page)?.rect
  if (row.page !== page) return undefined
  return cellOf(table, place)?.rect ?? row.rect
}

/** What a column takes up on a page. */
export function columnRect(table: TableSheet, column: number, page: number): Rect | undefined {
  const all = table.rows.filter((row) => row.page === page).flatMap(({ cells }) => cells.filter((cell) => cell.column === column && cell.span === 1).map(({ rect }) => rect))
  if (!all.length) return undefined
  const [x, y] = [Math.min(...all.map((one) => one.x)), Math.min(...all.map((one) => one.y))]
  return { x, y, w: Math.max(...all.map((one) => one.x + one.w)) - x, h: Math.max(...all.map((one) => one.y + one.h)) - y }
}

/** The first cell on a page, else the first label. */
export function firstPlace(table: TableSheet, page: number): Place {
  const row = table.rows.findIndex((one) => one.page === page && one.cells.length > 0)
  return row < 0 ? { n: table.info.n, row: table.rows.findIndex((one) => one.page === page), column: -1 } : { n: table.info.n, row, column: table.rows[row].cells[0].column }
}

/** Where an arrow leads, within the rows from `from` to before `to`. Undefined for another key. */
export function stepped(table: TableSheet, place: Place, key: string, from = 0, to = table.rows.length): Place | undefined {
  const columns = [-1, ...(rowOf(table, place)?.cells.map(({ column }) => column) ?? [])]
  const at = columns.indexOf(place.column)
  const inRow = (row: number) => {
    const fits = table.rows[row].cells.find(({ column, span }) => column <= place.column && place.column < column + span)
    return { ...place, row, column: fits?.column ?? -1 }
  }
  switch (key) {
    case 'ArrowRight': return { ...place, column: columns[Math.min(at + 1, columns.length - 1)] }
    case 'ArrowLeft': return { ...place, column: columns[Math.max(at - 1, 0)] }
    case 'ArrowDown': return inRow(Math.min(place.row + 1, to - 1))
    case 'ArrowUp': return inRow(Math.max(place.row - 1, from))
    case 'Home': return { ...place, column: columns[0] }
    case 'End': return { ...place, column: columns.at(-1)! }
  }
  return undefined
}

/** The rows of a table that stand on a page, as `stepped` wants them. */
export function rowsOn(table: TableSheet, page: number): [number, number] {
  const from = table.rows.findIndex((row) => row.page === page)
  return [Math.max(0, from), table.rows.findLastIndex((row) => row.page === page) + 1]
}

/** The cell at a place of a page. */
export function cellAt(tables: TableSheet[], page: number, { x, y, w, h }: Rect): Place | undefined {
  const place = placeAt(tables, page, x + w / 2, y + h / 2)
  return place && place.column >= 0 ? place : undefined
}

/** A cell among its neighbours. */
export interface CellView {
  caption: string
  units: string
  label: string
  cells: { at: number; head: string; text: string; lit: boolean }[]
}

/** How many cells of a row are shown beside its label. */
const FEW = 4

/** A cell and those beside it in its row, at most a few. */
export function cellsAround(tables: TableSheet[], place: Place): CellView | undefined {
  const table = tables.find(({ info }) => info.n === place.n)
  const row = table && rowOf(table, place)
  if (!row) return undefined
  const figures = row.cells.filter(({ text }) => text)
  const at = figures.findIndex(({ column }) => column === place.column)
  const from = Math.max(0, Math.min(at - FEW + 2, figures.length - FEW))
  const head = (column: number, span: number) => table.columns.slice(column, column + span).map(({ head }) => head).filter(Boolean).join(' / ')
  return {
    caption: table.info.caption, units: table.info.units, label: table.info.label,
    cells: figures.slice(from, from + FEW).map(({ column, span, text }) => ({ at: column, head: head(column, span), text, lit: column === place.column })),
  }
}

/** Cells, each once: a formula may have one twice. Those that stand in sentences are told apart by their text. */
export const distinct = (cells: Operand[]): Operand[] => cells.filter((cell, i) => cells.findIndex((one) => isSame(one, cell)) === i)

export const isSame = (a: Operand, b: Operand) =>
  a.document === b.document && a.page === b.page && a.table === b.table && a.at === b.at && a.place === b.place && a.passage === b.passage && a.text === b.text

/** Whether a cell has its place on the page; one that stands in a sentence has none. */
export const hasPlace = ({ rect }: Operand) => rect.w > 0 && rect.h > 0

/** "Net sales, 2018" */
export const nameOf = ({ row, period, column }: Operand) => [row, period || column].filter(Boolean).join(say('words.next'))

/** A figure of a row, or what stands between two. */
const FIGURE = /^[$€£¥(−–—-]*\d[\d.,]*[%)]*$/
const BESIDE = /^[$€£¥%()−–—-]+$/

/** The label of a row of a table as its page writes it, with two figures behind it at least; "" for any other words. */
function labelOf(quote: string): string {
  const words = quote.trim().split(/\s+/)
  const end = words.findLastIndex((word) => !FIGURE.test(word) && !BESIDE.test(word)) + 1
  return words.slice(end).filter((word) => FIGURE.test(word)).length < 2 ? '' : words.slice(0, end).join(' ').replace(/[\s:.]+$/, '')
}

/** So many words name a sentence. */
const NAMING = 9

/** The first words of a sentence. */
function firstWords(quote: string): string {
  const words = quote.trim().split(/\s+/)
  return words.length > NAMING ? `${words.slice(0, NAMING).join(' ').replace(/[,;:]$/, '')} …` : words.join(' ')
}

/** What stands at a place: of a cell its row and time, else a row's label or the first words, behind what they stand under. */
export function standsAt({ cell, quote, heading }: { cell?: Operand; quote: string; heading: string }): string {
  if (cell) return nameOf(cell)
  const words = labelOf(quote) || firstWords(quote)
  return words && heading && !words.startsWith(heading) ? say('citation.row', { heading, row: words }) : words || heading
}

/** The cells of a figure, each once. */
export const cellsOf = ({ cells }: Figure): Operand[] => distinct(cells)

/** A formula in which each number that is one of its cells names it, by its place among them. Cells come in the formula's order. */
export function namingCells(formula: string, cells: Operand[]): string {
  const plain = (text: string) => Number(text.replace(/[^\d.]/g, ''))
  let next = 0
  return formula.replace(/\d(?:[\d.]|\{,\})*/g, (number) => {
    const same = (cell: Operand) => plain(cell.text) === plain(number)
    const ahead = cells.findIndex((cell, i) => i >= next && same(cell))
    const at = ahead >= 0 ? ahead : cells.findIndex(same) // it stands there twice
    if (at < 0) return number
    next = Math.max(next, at + 1)
    return `{\\htmlData{cell=${at}}{${number}}}` // in braces: what stands around it keeps its distance
  })
}
