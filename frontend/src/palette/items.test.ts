import { describe, expect, it } from 'vitest'
import { begun, fit, fitting, otherGroup, typedWords, type Item } from './items'

describe('what is typed', () => {
  it.each([
    ['3M_2018_10K', '3m 20', 1],
    ['Annual report of Harbour', 'harb rep', 1],
    ['Annual report of Harbour', 'arbour', 2],
    ['Zürich lease', 'ZURICH', 0],
    ['Harbour', 'orchard', undefined],
    ['New conversation', 'con', 1],
  ])('%s is found by %s', (label, text, rank) => {
    expect(fit(label, typedWords(text))).toBe(rank)
  })

  it('has what begins so first', () => {
    expect(fitting(['a lease', 'Lease', 'sublease', 'rent'], (one) => one, typedWords('lease'), 9)).toEqual(['Lease', 'a lease', 'sublease'])
    expect(fitting(['a', 'b', 'c'], (one) => one, [], 2)).toEqual(['a', 'b'])
  })

  it('is searched for with the last word as the beginning of one', () => {
    expect(begun('capital sp')).toBe('capital sp sp*')
    expect(begun('capital ')).toBe('capital')
    expect(begun('"notice per')).toBe('"notice per')
    expect(begun('a')).toBe('a')
  })
})

it('Tab goes to the next group and round', () => {
  const items = ['commands', 'commands', 'documents', 'passages', 'passages'].map((group, i) => ({ id: String(i), group, label: '', act: () => {} }) as Item)
  expect([0, 1, 2, 4].map((at) => otherGroup(items, at, 1))).toEqual([2, 2, 3, 0])
  expect([0, 3].map((at) => otherGroup(items, at, -1))).toEqual([3, 2])
  expect(otherGroup([], -1, 1)).toBe(-1)
})
