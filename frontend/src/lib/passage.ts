// A passage as it is shown: what it says in words, and its tables as tables. Go writes a row of a table as a line of cells
// between bars.
import type { Piece } from './types'

/** A run of words, or rows of a table, the first of which has its heads where `heads` is set. */
export type Part = { words: Piece[] } | { heads?: Piece[][]; rows: Piece[][][]; /** Rows that are left out between those before and after. */ cut: boolean }

/** Splits pieces at a sign, which goes. */
function split(pieces: Piece[], sign: string): Piece[][] {
  const out: Piece[][] = [[]]
  for (const { text, marked } of pieces) {
    text.split(sign).forEach((part, i) => {
      if (i) out.push([])
      if (part) out.at(-1)!.push({ text: part, marked })
    })
  }
  return out
}

const textOf = (pieces: Piece[]) => pieces.map(({ text }) => text).join('')
const FIGURE = /^[\s$€£¥(−–—-]*[\d.,]*\d[\s%)]*$/
const TIME = /(19|20)\d\d/
const isFigure = (cell: Piece[]) => FIGURE.test(textOf(cell)) && !TIME.test(textOf(cell))

/** A first row is the heads' if it has no figures, but for years. */
const isHead = (cells: Piece[][]) => !cells.slice(1).some(isFigure)

/** A passage in words and tables. Of a long table come its heads, and few rows: those around what is marked. */
export function parts(pieces: Piece[], rows = 6): Part[] {
  const out: Part[] = []
  let table: Piece[][][] = []
  const flush = () => {
    if (table.length > 1 || (table.length && table[0].length > 2)) out.push(cutDown(table, rows))
    else for (const cells of table) out.push({ words: cells.flatMap((cell, i) => (i ? [{ text: ' · ', marked: false }, ...cell] : cell)) })
    table = []
  }
  for (const line of split(pieces, '\n')) {
    const cells = split(line, '|')
    if (cells.length > 1 && (!table.length || cells.length === table[0].length)) table.push(cells)
    else {
      flush()
      if (cells.length > 1) table.push(cells)
      else if (textOf(line).trim()) {
        const last = out.at(-1)
        if (last && 'words' in last) last.words = [...last.words, { text: '\n', marked: false }, ...line]
        else out.push({ words: line })
      }
    }
  }
  flush()
  return out
}

function cutDown(table: Piece[][][], most: number): Part {
  const heads = isHead(table[0]) ? table[0] : undefined
  const all = heads ? table.slice(1) : table
  const first = all.findIndex((row) => row.some((cell) => cell.some(({ marked }) => marked)))
  const from = Math.max(0, Math.min(first < 0 ? 0 : first - 1, all.length - most))
  return { ...(heads && { heads }), rows: all.slice(from, from + most), cut: all.length > most }
}

/** Whether a passage has a table in it. */
export const isTabular = (text: string) => /^[^\n|]*\|[^\n|]*(\|.*)?\n[^\n|]*\|/m.test(text)

/** The row of a table in which words were found, with the heads of its columns: a line of a list. */
export function rowOf(pieces: Piece[]): { label: Piece[]; cells: { head: string; text: string }[] } | undefined {
  for (const part of parts(pieces, Infinity)) {
    if ('words' in part) {
      if (part.words.some(({ marked }) => marked)) return undefined // they were found in words
      continue
    }
    const row = part.rows.find((cells) => cells.some((cell) => cell.some(({ marked }) => marked)))
    if (row) return { label: row[0], cells: row.slice(1).map((cell, i) => ({ head: part.heads ? textOf(part.heads[i + 1] ?? []) : '', text: textOf(cell) })).filter(({ text }) => text.trim()) }
  }
  return undefined
}
