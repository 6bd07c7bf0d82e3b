import { describe, expect, it } from 'vitest'
import { tables } from '../dev/samples'
import { columnRect, firstPlace, inWords, isSure, namingCells, placeAt, rectOf, rowsOn, stepped, whole, standsAt } from './tables'

const [cash, free, unsure] = tables
const at = (row: number, column: number, n = 1) => ({ n, row, column })

describe('a point on a page', () => {
  it.each([
    ['a figure', 2, 0.56, 0.235, at(1, 0)],
    ['just beside a figure', 2, 0.545, 0.235, at(1, 0)],
    ['its label', 2, 0.2, 0.235, at(1, -1)],
    ['between two columns', 2, 0.66, 0.24, at(1, 0)],
    ['the heads', 2, 0.6, 0.175, whole(1)],
    ['beside the table', 2, 0.05, 0.235, undefined],
    ['the other page of the same table', 3, 0.7, 0.21, at(4, 1)],
    ['the second table of a page', 3, 0.8, 0.44, at(1, 2, 2)],
    ['a page without one', 5, 0.56, 0.235, undefined],
  ])('%s', (_, page, x, y, place) => expect(placeAt(tables, page, x, y)).toEqual(place))
})

describe('a place in a table', () => {
  it('is told with its row, its head and its units', () => {
    expect(inWords(cash, at(1, 0))).toBe('Cash Flows from Investing Activities › Purchases of PP&E · Years ended December 31 · 2018 · million US-$')
    expect(inWords(cash, at(1, -1))).toBe('Cash Flows from Investing Activities › Purchases of PP&E')
    expect(inWords(cash, whole(1))).toBe('Consolidated Statement of Cash Flows')
    expect(inWords(free, whole(2))).toBe('Free cash flow')
  })

  it('is not told where the program does not stand by it', () => {
    expect(inWords(unsure, at(0, 1, 3))).toBe('Lectern isn’t sure of this table’s rows and columns')
    expect(isSure(unsure, at(0, 1, 3))).toBe(false)
    const doubtful = { ...free, rows: free.rows.map((row) => ({ ...row, cells: row.cells.map((cell) => ({ ...cell, sure: cell.column > 0 })) })) }
    expect(inWords(doubtful, at(0, 0, 2))).toBe('Lectern isn’t sure which row and column this belongs to')
    expect([isSure(doubtful, at(0, 0, 2)), isSure(doubtful, at(0, 1, 2))]).toEqual([false, true])
  })

  it('has no units where it is no figure', () => {
    const words = { ...free, rows: [{ ...free.rows[0], cells: [{ ...free.rows[0].cells[0], figure: false, span: 2 }] }] }
    expect(inWords(words, at(0, 0, 2))).toBe('Net cash from operations · Years ended December 31 · 2018 / Years ended December 31 · 2017')
  })

  it('is somewhere on its own page only', () => {
    expect(rectOf(cash, at(1, 0), 2)).toEqual(cash.rows[1].cells[0].rect)
    expect(rectOf(cash, at(1, 0), 3)).toBeUndefined()
    expect(rectOf(cash, whole(1), 3)).toEqual(cash.parts[1].rect)
    expect(rectOf(cash, whole(1), 4)).toBeUndefined()
    const { y, h } = columnRect(cash, 0, 2)!
    expect([y, y + h].map((one) => one.toFixed(2))).toEqual(['0.23', '0.31'])
    expect(columnRect(cash, 0, 4)).toBeUndefined()
  })
})

describe('the arrows', () => {
  const walk = (from: ReturnType<typeof at>, ...keys: string[]) => keys.reduce((place, key) => stepped(cash, place, key, ...rowsOn(cash, 2))!, from)

  it('begin at the first figure of the page', () => {
    expect(firstPlace(cash, 2)).toEqual(at(1, 0))
    expect(firstPlace(cash, 3)).toEqual(at(4, 0))
  })

  it('go from cell to cell, and not beyond the page', () => {
    expect(walk(at(1, 0), 'ArrowRight', 'ArrowDown')).toEqual(at(2, 1))
    expect(walk(at(1, 0), 'ArrowLeft', 'ArrowLeft')).toEqual(at(1, -1))
    expect(walk(at(1, 2), 'ArrowRight')).toEqual(at(1, 2))
    expect(walk(at(3, 1), 'ArrowDown')).toEqual(at(3, 1))
    expect(walk(at(1, 1), 'ArrowUp', 'ArrowUp')).toEqual(at(0, -1))
    expect(walk(at(2, 1), 'End')).toEqual(at(2, 2))
    expect(walk(at(2, 1), 'Home')).toEqual(at(2, -1))
  })

  it('leave the other keys alone', () => expect(stepped(cash, at(1, 0), 'Tab')).toBeUndefined())
})

it.each([
  ['Net sales $ 1,200 $ 1,000', 'Statements of Income', 'Statements of Income: Net sales'],
  ['Purchases of property, plant and equipment (PP&E) (1,577) (1,373) (1,420)', '', 'Purchases of property, plant and equipment (PP&E)'],
  ['Growth 4.1 % — 3.2 %', 'Key figures', 'Key figures: Growth'],
  ['The office employs 212 people.', 'Staff', 'Staff: The office employs 212 people.'],
  ['Revenue rose to 41.7 million in 2024, after 36.2 million in the year before.', 'Harbour', 'Harbour: Revenue rose to 41.7 million in 2024, after 36.2 …'],
  ['Harbour report 2024', 'Harbour', 'Harbour report 2024'],
  ['Founded in 1999', 'Harbour', 'Harbour: Founded in 1999'],
  ['', 'Harbour', 'Harbour'],
])('a place is named by what stands there: %s', (quote, heading, name) => {
  expect(standsAt({ quote, heading })).toBe(name)
})

describe('a formula whose numbers are cells', () => {
  const cells = (...texts: string[]) => texts.map((text) => ({ text })) as never[]
  it.each([
    ['in their order', '365 \\times \\frac{2{,}266 + 1{,}945}{16{,}682}', cells('2,266', '1,945', '16,682'), '365 \\times \\frac{{\\htmlData{cell=0}{2{,}266}} + {\\htmlData{cell=1}{1{,}945}}}{{\\htmlData{cell=2}{16{,}682}}}'],
    ['one that stands there twice', '\\frac{5{,}349 - 4{,}858}{4{,}858}', cells('5,349', '4,858'), '\\frac{{\\htmlData{cell=0}{5{,}349}} - {\\htmlData{cell=1}{4{,}858}}}{{\\htmlData{cell=1}{4{,}858}}}'],
    ['two cells that say the same', '7 + 7', cells('7', '7.0'), '{\\htmlData{cell=0}{7}} + {\\htmlData{cell=1}{7}}'],
    ['in brackets on the page', '1{,}577 \\times 2', cells('$(1,577)'), '{\\htmlData{cell=0}{1{,}577}} \\times 2'],
  ])('%s', (_, formula, given, told) => expect(namingCells(formula, given)).toBe(told))
})
