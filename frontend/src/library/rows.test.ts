import { describe, expect, it } from 'vitest'
import { era, inSight, passes, range, topsOf } from './rows'

describe('rows', () => {
  it('of which only those in sight are drawn', () => {
    const tops = topsOf(Array.from({ length: 10_000 }, () => 32))
    expect(tops[10_000]).toBe(320_000)
    expect(inSight(tops, 0, 320)).toEqual({ from: 0, to: 17 })
    expect(inSight(tops, 160_000, 320)).toEqual({ from: 4994, to: 5017 })
    expect(inSight(tops, 319_680, 320)).toEqual({ from: 9984, to: 10_000 })
    expect(inSight(topsOf([]), 0, 320)).toEqual({ from: 0, to: 0 })
  })

  it('are chosen from one to another', () => {
    const ids = ['a', 'b', 'c', 'd']
    expect(range(ids, 'c', 'a')).toEqual(['a', 'b', 'c'])
    expect(range(ids, 'b', 'd')).toEqual(['b', 'c', 'd'])
    expect(range(ids, 'gone', 'b')).toEqual(['b'])
  })

  it('are filtered by words in any order', () => {
    expect(passes('3M_2018_10K 3M 2018 capex', 'CAPEX 3m')).toBe(true)
    expect(passes('Zürich lease', 'zurich')).toBe(true)
    expect(passes('Lease', 'lease 2018')).toBe(false)
    expect(passes('Lease', ' ')).toBe(true)
  })
})

it('a conversation stands under when it was used last', () => {
  const now = new Date(2026, 2, 10, 0, 30)
  const told = (...date: [number, number, number, number]) => era(new Date(...date).toISOString(), now)
  expect(told(2026, 2, 10, 0)).toBe('Today')
  expect(told(2026, 2, 9, 23)).toBe('Yesterday')
  expect(told(2026, 2, 4, 8)).toBe('Last 7 days')
  expect(told(2026, 2, 3, 8)).toBe('March 2026')
  expect(told(2025, 11, 24, 8)).toBe('December 2025')
  expect(era('never', now)).toBe('')
})
