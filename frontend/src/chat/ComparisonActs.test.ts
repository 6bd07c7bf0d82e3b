import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import ComparisonActs from './ComparisonActs.svelte'
import { answered, made } from '../dev/compared'
import { turn } from '../dev/samples'
import { KEY, Lectern } from '../lib/lectern'

const saved = vi.fn(async (_run: string, format: string) => ({ path: `/home/me/kept.${format}`, address: '' }))
const facets = ['Netflix', '3M', 'Best Buy'].map((value) => ({ filter: { field: 'company', value }, documents: 1 }))

beforeEach(() => {
  window.go = { main: { App: { SaveComparison: saved, Facets: async () => facets } as never } }
})
afterEach(cleanup)

function show(last = true) {
  const lectern = new Lectern()
  const own = answered(turn({ run: 'r1', question: 'Compare' }), made)
  lectern.conversations.turns = last ? [own] : [own, { ...own, run: 'r2' }]
  const ask = vi.spyOn(lectern.conversations, 'ask').mockResolvedValue(undefined)
  render(ComparisonActs, { props: { turn: own, made, comparison: made.comparison! }, context: new Map([[KEY, lectern]]) })
  return { lectern, ask }
}

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

describe('what can be done with a comparison', () => {
  it('a year is asked for as a question of the analyst', async () => {
    const { ask } = show()
    await press('Year')
    const field = screen.getByRole('textbox', { name: 'Add a year' })
    expect(screen.getByRole('button', { name: 'Add' }).hasAttribute('disabled')).toBe(true)
    await fireEvent.input(field, { target: { value: ' 2015 ' } })
    await fireEvent.submit(field.closest('form')!)
    expect(ask).toHaveBeenCalledWith('Add 2015', { workflow: 'analyst', mode: 'auto', folder: '', language: '', numbers: [] })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('the library’s other companies can be chosen', async () => {
    const { ask } = show()
    await press('Company')
    await waitFor(() => expect(screen.getAllByRole('listitem').map((one) => one.textContent)).toEqual(['Best Buy', 'Netflix']))
    await fireEvent.input(screen.getByRole('textbox'), { target: { value: 'bes' } })
    expect(screen.getAllByRole('listitem')).toHaveLength(1)
    await press('Best Buy')
    expect(ask.mock.calls[0][0]).toBe('Add Best Buy')
  })

  it('Escape closes the field and asks nothing', async () => {
    const { ask } = show()
    await press('Measure')
    await fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Escape' })
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(ask).not.toHaveBeenCalled()
  })

  it('only the last one is added to', () => {
    show(false)
    expect(screen.queryByRole('button', { name: 'Year' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Copy table' })).toBeTruthy()
  })

  it('it is saved, and the person told where', async () => {
    const { lectern } = show()
    await press('Export table')
    expect(screen.getAllByRole('menuitem').map((one) => one.textContent?.trim())).toEqual([expect.stringMatching(/^PNG/), expect.stringMatching(/^CSV/), expect.stringMatching(/^Excel/)])
    await fireEvent.click(screen.getByRole('menuitem', { name: /^Excel/ }))
    expect(saved).toHaveBeenCalledWith('r1', 'xlsx')
    await waitFor(() => expect(lectern.desk.toasts[0]?.text).toBe('Saved as /home/me/kept.xlsx.'))
  })

  it('it is copied as a table', async () => {
    const write = vi.fn(async (_: unknown[]) => {})
    vi.stubGlobal('ClipboardItem', class { constructor(readonly parts: Record<string, Blob>) {} })
    Object.defineProperty(navigator, 'clipboard', { value: { write }, configurable: true })
    show()
    await press('Copy table')
    await waitFor(() => expect(write).toHaveBeenCalled())
    const { parts } = write.mock.calls[0][0][0] as { parts: Record<string, Blob> }
    expect(Object.keys(parts)).toEqual(['text/plain', 'text/html'])
    expect(parts['text/html'].size).toBeGreaterThan(parts['text/plain'].size)
    vi.unstubAllGlobals()
  })
})
