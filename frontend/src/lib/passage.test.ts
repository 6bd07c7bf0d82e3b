import { describe, expect, it } from 'vitest'
import { isTabular, parts, rowOf } from './passage'
import type { Piece } from './types'

/** Words between asterisks were found. */
const pieces = (text: string): Piece[] => text.split('*').map((part, i) => ({ text: part, marked: i % 2 === 1 })).filter(({ text }) => text)
const plain = (cells: Piece[][]) => cells.map((cell) => cell.map(({ text, marked }) => (marked ? `*${text}*` : text)).join(''))
const CASH = 'Cash flows\n(million US-$)|2024|2023\nNet income|5,349|4,858\nPurchases of *cranes*|(1,577)|(1,373)\nSale|262|49\nIt was a good year.'

describe('a passage with a table', () => {
  it('is words, the table with its heads, and words again', () => {
    const [before, table, after] = parts(pieces(CASH))
    expect(before).toEqual({ words: [{ text: 'Cash flows', marked: false }] })
    if ('words' in table) throw new Error('a table is expected')
    expect(plain(table.heads!)).toEqual(['(million US-$)', '2024', '2023'])
    expect(table.rows.map(plain)).toEqual([['Net income', '5,349', '4,858'], ['Purchases of *cranes*', '(1,577)', '(1,373)'], ['Sale', '262', '49']])
    expect(table.cut).toBe(false)
    expect(after).toEqual({ words: [{ text: 'It was a good year.', marked: false }] })
  })

  it('shows the rows around what was found, if it is long', () => {
    const long = ['|2024|2023', ...Array.from({ length: 30 }, (_, i) => `${i === 20 ? '*Pier*' : 'Pier'} ${i}|${i}|${i}`)].join('\n')
    const [table] = parts(pieces(long), 4)
    if ('words' in table) throw new Error('a table is expected')
    expect(table.rows.map((row) => plain(row)[0])).toEqual(['Pier 19', '*Pier* 20', 'Pier 21', 'Pier 22'])
    expect(table.cut).toBe(true)
  })

  it('is one row in a list', () => {
    const row = rowOf(pieces(CASH))!
    expect(plain([row.label])).toEqual(['Purchases of *cranes*'])
    expect(row.cells).toEqual([{ head: '2024', text: '(1,577)' }, { head: '2023', text: '(1,373)' }])
    expect(rowOf(pieces('Words with *cranes* in them.\n|2024|2023\nNet income|1|2'))).toBeUndefined()
  })
})

it('words with a bar in them are no table', () => {
  expect(parts(pieces('Either | or.'))).toEqual([{ words: [{ text: 'Either ', marked: false }, { text: ' · ', marked: false }, { text: ' or.', marked: false }] }])
  expect([isTabular('Either | or.'), isTabular('Net income|5,349|4,858\nSale|262|49'), isTabular('Words')]).toEqual([false, true, false])
})
