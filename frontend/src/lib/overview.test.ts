import { beforeEach, expect, it } from 'vitest'
import { OverviewState } from './overview.svelte'
import { documents as samples } from '../dev/samples'
import type { Labels } from './types'

const doc = (id: string, pages: number, rest = {}) => ({ ...samples[0], id, name: id, pages, state: 'ready' as const, doubtful: 0, unread: [], folder: '', added: `2025-01-0${pages}T00:00:00Z`, ...rest })
const all = [doc('Annual', 3, { folder: 'Filings' }), doc('Lease', 1, { doubtful: 2 }), doc('broken', 2, { state: 'failed' as const })]
const labels = new Map<string, Labels>([['Annual', { id: 'Annual', company: '3M', year: 2022, type: '10-K', tags: ['capex'] }], ['Lease', { id: 'Lease', company: '', year: 2021, type: 'lease', tags: [] }]])
const names = (view: OverviewState) => view.listed(all, labels).map(({ name }) => name)

beforeEach(() => localStorage.clear())

it('lists by what documents are like', () => {
  const view = new OverviewState()
  expect(names(view)).toEqual(['Annual', 'broken', 'Lease'])
  view.state = 'check'
  expect(names(view)).toEqual(['Lease'])
  view.clear()
  view.facets.company = '3M'
  expect([names(view), view.narrowed]).toEqual([['Annual'], true])
  view.clear()
  view.text = 'filings capex'
  expect(names(view)).toEqual(['Annual'])
  expect(view.values(all, labels)).toEqual({ type: ['10-K', 'lease'], company: ['3M'], year: ['2022', '2021'], tag: ['capex'], folder: ['Filings'] })
})

it('sorts by a column, both ways, and keeps that', () => {
  const view = new OverviewState()
  view.sort('year')
  expect(names(view)).toEqual(['broken', 'Lease', 'Annual'])
  view.sort('year')
  expect(names(view)).toEqual(['Annual', 'Lease', 'broken'])
  view.sort('state')
  expect(names(view)[0]).toBe('broken')
  view.sort('company')
  expect(names(view)).toEqual(['Annual', 'broken', 'Lease'])
  expect([new OverviewState().column, new OverviewState().down]).toEqual(['company', false])
})
