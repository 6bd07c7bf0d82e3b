import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import Sheet from './Sheet.svelte'
import { tables as samples } from '../dev/samples'
import { KEY, Lectern } from '../lib/lectern'
import { TablesState } from '../lib/tables.svelte'
import type { TableText, TableExport } from '../lib/types'

const go = vi.fn<(page: number) => void>()
const copied = vi.fn<(wish: TableExport) => Promise<TableText>>()
const clipboard = vi.fn<(text: string) => Promise<void>>()
let lectern: Lectern
let tables: TablesState

const settled = async () => { for (let i = 0; i < 6; i++) await tick() }
const cell = (name: string) => screen.getByRole('gridcell', { name })

async function show(n = 1) {
  tables.visit({ n: 0, document: 'annual', doc: '', page: 2, label: '', quote: '', prefix: '', suffix: '', verdict: '', passage: '', heading: '' })
  await tables.load('annual', 2)
  tables.open(samples[n - 1])
  render(Sheet, { props: { tables, sheet: samples[n - 1], go }, context: new Map([[KEY, lectern]]) })
  await settled()
}

beforeEach(() => {
  go.mockReset()
  copied.mockReset().mockResolvedValue({ text: 'what was copied', note: '' })
  clipboard.mockReset().mockResolvedValue()
  vi.stubGlobal('navigator', { ...navigator, platform: '', clipboard: { writeText: clipboard } })
  Element.prototype.scrollIntoView = vi.fn()
  lectern = new Lectern()
  tables = new TablesState(lectern.desk.say)
  window.go = { main: { App: { PageTables: async () => samples, CopyTable: copied, SaveTables: async () => ({ path: '/home/me/cash.xlsx', address: '' }) } as never } }
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  delete window.go
})

describe('a table as a sheet', () => {
  it('is a table with its heads, its rows and where they stand', async () => {
    await show()
    expect(screen.getByRole('columnheader', { name: 'Years ended December 31' }).getAttribute('colspan')).toBe('3')
    expect(screen.getAllByRole('columnheader').map((one) => one.textContent.trim())).toEqual(['', 'Years ended December 31', '2018', '2017', '2016'])
    expect(screen.getByText('Millions · p. 2–3')).toBeTruthy()
    expect(screen.getAllByRole('rowheader').map((one) => one.textContent.trim())).toEqual(samples[0].rows.map(({ label }) => label))
    expect(screen.getAllByRole('row')).toHaveLength(2 + 5 + 1)
    expect(screen.getByText('Page 3')).toBeTruthy()
  })

  it('marks a cell that is pressed on its page', async () => {
    await show()
    await fireEvent.click(cell('(3,086)'))
    expect(go).toHaveBeenCalledWith(3)
    expect(tables.chosen).toEqual({ n: 1, row: 4, column: 1 })
    expect(tables.target).toEqual({ page: 3, rect: samples[0].rows[4].cells[1].rect })
    await settled()
    expect(cell('(3,086)').getAttribute('aria-selected')).toBe('true')
    expect(document.activeElement).toBe(cell('(3,086)'))
  })

  it('shows what was chosen on the page', async () => {
    await show()
    tables.choose({ n: 1, row: 2, column: 1 })
    await settled()
    expect(cell('49').getAttribute('aria-selected')).toBe('true')
    tables.choose({ n: 2, row: 0, column: 0 })
    expect(tables.sheet?.info.n).toBe(2)
  })

  it('is walked with the arrows, and has one place for Tab', async () => {
    await show()
    const stops = () => screen.getByRole('grid').querySelectorAll('[tabindex="0"]')
    expect([...stops()]).toEqual([cell('(1,577)')])
    await fireEvent.keyDown(cell('(1,577)'), { key: 'ArrowDown' })
    await settled()
    expect([...stops()]).toEqual([cell('262')])
    expect(document.activeElement).toBe(cell('262'))
  })

  it('is copied and saved', async () => {
    await show()
    await fireEvent.click(cell('262'))
    await fireEvent.click(screen.getByRole('button', { name: 'Copy' }))
    await fireEvent.click(screen.getByRole('menuitem', { name: 'Copy row' }))
    await settled()
    expect(copied).toHaveBeenCalledWith({ document: 'annual', n: 1, part: 'row', row: 2, column: 0, format: 'tsv' })
    expect(clipboard).toHaveBeenCalledWith('what was copied')
    expect(lectern.desk.toasts.at(-1)?.text).toBe('Copied.')
    await fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await fireEvent.click(screen.getByRole('menuitem', { name: 'Save as Excel…' }))
    await settled()
    expect(lectern.desk.toasts.at(-1)?.text).toBe('Saved as /home/me/cash.xlsx.')
  })

  it('says so when its rows and columns are not sure, and so does a copy', async () => {
    await show(3)
    expect(screen.getByRole('note').textContent).toMatch(/isn’t sure of this table’s rows and columns/)
    copied.mockResolvedValue({ text: '12', note: 'Compare it with the page.' })
    await fireEvent.click(screen.getByRole('button', { name: 'Copy' }))
    expect(screen.queryByRole('menuitem', { name: 'Copy cell' })).toBeNull()
    await fireEvent.click(screen.getByRole('menuitem', { name: 'Copy as Markdown' }))
    await settled()
    expect(copied.mock.calls[0][0]).toMatchObject({ n: 3, part: 'table', format: 'markdown' })
    expect(lectern.desk.toasts.at(-1)?.text).toBe('Copied. Compare it with the page.')
  })

  it('closes with Escape', async () => {
    await show()
    await fireEvent.keyDown(screen.getByTestId('sheet'), { key: 'Escape' })
    expect(tables.sheet).toBeUndefined()
  })
})
