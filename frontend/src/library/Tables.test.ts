import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import Tables from './Tables.svelte'
import { documents, tables } from '../dev/samples'
import { KEY, Lectern } from '../lib/lectern'
import type { TableList } from '../lib/types'

const close = vi.fn()
const leave = vi.fn()
const again = vi.fn<(id: string) => Promise<void>>()
let lectern: Lectern
let list: TableList

const settled = async () => { for (let i = 0; i < 6; i++) await tick() }
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name, hidden: true })

async function show() {
  render(Tables, { props: { id: 'annual', name: '3M_2018_10K.pdf', close, leave }, context: new Map([[KEY, lectern]]) })
  await settled()
}

beforeEach(() => {
  for (const one of [close, leave]) one.mockReset()
  again.mockReset().mockResolvedValue()
  HTMLDialogElement.prototype.showModal = vi.fn()
  HTMLDialogElement.prototype.close = vi.fn()
  lectern = new Lectern()
  lectern.library.apply(documents)
  list = { looked: true, tables: tables.map(({ info }) => info) }
  window.go = { main: { App: { Tables: async () => list, ReadAgain: again, SaveTables: async () => ({ path: '/home/me/all.xlsx', address: '' }) } as never } }
})
afterEach(() => {
  cleanup()
  delete window.go
})

describe('the tables of a document', () => {
  it('are listed with their pages', async () => {
    await show()
    expect(screen.getAllByRole('listitem', { hidden: true }).map((one) => one.textContent.replace(/\s+/g, ' ').trim())).toEqual([
      'p. 2–3 Consolidated Statement of Cash Flows5 rows · 3 columns · Millions', 'p. 3 Free cash flow2 rows · 3 columns · Millions', 'p. 4 Table 31 row · 3 columns · rows and columns not sure',
    ])
  })

  it('open the page where they stand', async () => {
    await show()
    await fireEvent.click(button(/Free cash flow/))
    expect([close.mock.calls.length, leave.mock.calls.length]).toEqual([1, 1])
    expect(lectern.desk.spot).toMatchObject({ document: 'annual', page: 3, quote: '', table: { n: 2, page: 3, rect: tables[1].info.rect } })
  })

  it('are saved together', async () => {
    await show()
    await fireEvent.click(button('Save all as Excel…'))
    await settled()
    expect(lectern.desk.toasts.at(-1)?.text).toBe('Saved as /home/me/all.xlsx.')
    window.go!.main.App.SaveTables = async () => { throw 'the disk is full' }
    await fireEvent.click(button('Save all as Excel…'))
    await settled()
    expect(screen.getByRole('alert', { hidden: true }).textContent).toBe('the disk is full')
  })

  it('are looked for in a document that was added before', async () => {
    list = { looked: false, tables: [] }
    await show()
    await fireEvent.click(button('Read again'))
    expect(again).toHaveBeenCalledWith('annual')
    list = { looked: true, tables: tables.slice(0, 1).map(({ info }) => info) }
    lectern.library.apply([{ ...documents.find(({ id }) => id === 'annual')! }])
    await settled()
    expect(screen.getByText('1 table')).toBeTruthy()
  })

  it('may be none', async () => {
    list = { looked: true, tables: [] }
    await show()
    expect(screen.getByText('No tables were found.')).toBeTruthy()
  })
})
