import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import TableMarks from './TableMarks.svelte'
import { tables as samples } from '../dev/samples'
import { KEY, Lectern } from '../lib/lectern'
import { TablesState } from '../lib/tables.svelte'
import type { TableSheet } from '../lib/types'

const SIDE = 1000
let tables: TablesState
let page: HTMLElement
let selection = ''

const settled = async () => { for (let i = 0; i < 6; i++) await tick() }
/** jsdom has no pointer events of its own that know where they are. */
const at = (type: string, x: number, y: number) => Object.assign(new MouseEvent(type, { bubbles: true, clientX: x * SIDE, clientY: y * SIDE }), { pointerType: 'mouse' })
async function point(x: number, y: number) {
  await fireEvent(page, at('pointermove', x, y))
  await settled()
}
async function press(x: number, y: number, from = { x, y }) {
  await fireEvent(page, at('pointerdown', from.x, from.y))
  await fireEvent(page, at('click', x, y))
  await settled()
}
const card = () => screen.queryByTestId('table-card')?.textContent
const seen = (...ids: string[]) => ids.map((id) => screen.queryAllByTestId(id).length)

async function show(here: TableSheet[], number: number) {
  window.go = { main: { App: { PageTables: async () => here } as never } }
  await tables.load('annual', number)
  page = render(TableMarks, { props: { tables, page: number }, context: new Map([[KEY, new Lectern()]]) }).container.firstElementChild as HTMLElement
  page.getBoundingClientRect = () => new DOMRect(0, 0, SIDE, SIDE)
  page = page.parentElement!
}

beforeEach(() => {
  selection = ''
  vi.spyOn(window, 'getSelection').mockImplementation(() => ({ toString: () => selection }) as never)
  Element.prototype.scrollIntoView = vi.fn()
  tables = new TablesState(() => {})
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  delete window.go
})

describe('a figure that is pointed at', () => {
  it('is told with its row and its column', async () => {
    await show(samples.slice(0, 1), 2)
    await point(0.56, 0.235)
    expect(card()).toBe('Cash Flows from Investing Activities › Purchases of PP&E · Years ended December 31 · 2018 · million US-$')
    expect(seen('table-cell', 'table-row', 'table-column', 'table-rect')).toEqual([1, 1, 1, 0])
    await point(0.2, 0.235)
    expect(card()).toBeUndefined()
    expect(seen('table-cell', 'table-row', 'table-column')).toEqual([0, 1, 0])
    await point(0.05, 0.9)
    expect(seen('table-row')).toEqual([0])
  })

  it('is nothing but a place in a table that is not sure', async () => {
    await show(samples.slice(2), 4)
    await point(0.56, 0.21)
    expect(card()).toBe('Lectern isn’t sure of this table’s rows and columns')
    expect(seen('table-cell', 'table-row', 'table-column', 'table-rect')).toEqual([0, 0, 0, 1])
  })

  it('is outlined alone where only the cell is not sure', async () => {
    const [cash] = structuredClone(samples)
    cash.rows[1].cells[0].sure = false
    await show([cash], 2)
    await point(0.56, 0.235)
    expect(card()).toBe('Lectern isn’t sure which row and column this belongs to')
    expect(seen('table-cell', 'table-row', 'table-column')).toEqual([1, 0, 0])
    await point(0.7, 0.235)
    expect(card()).toContain('2017')
  })

  it('is let go with Escape', async () => {
    await show(samples.slice(0, 1), 2)
    await point(0.56, 0.235)
    await fireEvent.keyDown(window, { key: 'Escape' })
    expect(card()).toBeUndefined()
  })
})

describe('a figure that is pressed', () => {
  it('opens a menu', async () => {
    await show(samples.slice(0, 1), 2)
    await press(0.56, 0.235)
    expect(screen.getAllByRole('menuitem').map((one) => one.textContent.trim())).toEqual(['Copy cell', 'Copy row', 'Copy table', 'Copy as CSV', 'Copy as Markdown', 'Open as sheet', 'Save as Excel…', 'Save as CSV…'])
    await fireEvent.click(screen.getByRole('menuitem', { name: 'Open as sheet' }))
    expect(tables.sheet?.info.n).toBe(1)
  })

  it('opens none while text is selected, or was just dragged over', async () => {
    await show(samples.slice(0, 1), 2)
    selection = '(1,577)'
    await press(0.56, 0.235)
    selection = ''
    await press(0.56, 0.235, { x: 0.5, y: 0.235 })
    expect([tables.chosen, screen.queryByRole('menu')]).toEqual([undefined, null])
  })

  it('is only marked beside a sheet', async () => {
    await show(samples.slice(0, 1), 2)
    tables.open(samples[0])
    await press(0.7, 0.235)
    expect(tables.chosen).toEqual({ n: 1, row: 1, column: 1 })
    expect(screen.queryByRole('menu')).toBeNull()
    await press(0.05, 0.9)
    expect(tables.chosen).toBeUndefined()
  })
})
