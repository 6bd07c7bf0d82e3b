import { describe, expect, it } from 'vitest'
import { GAP, HEAD, heightOf, kept, laidOut, larger, near, pageAt, percentOf, smaller, type Size } from './sheets'

const view = { width: 612, height: 500 }
const letter: Size = { width: 612, height: 792 }
const wide: Size = { width: 792, height: 612 }
const known = (...sizes: Size[]) => new Map(sizes.map((size, i) => [i + 1, size]))

describe('pages below each other', () => {
  it('fill the width', () => {
    const [first, second, third] = laidOut(3, known(letter, wide), 'width', view)
    expect(first).toEqual({ top: 0, width: 612, height: 792 })
    expect(second).toEqual({ top: HEAD + 792 + GAP, width: 612, height: 473 })
    expect(third.height).toBe(792) // taken to be as the first one is
  })

  it('are seen whole', () => {
    const [sheet] = laidOut(1, known(letter), 'page', view)
    expect(Math.abs(sheet.height - (500 - HEAD - GAP))).toBeLessThanOrEqual(1)
  })

  it('have their own size at 100 %', () => {
    const [sheet] = laidOut(1, known(letter), 100, view)
    expect(sheet.width).toBe(816)
    expect(percentOf(sheet, letter)).toBe(100)
  })

  it('are turned', () => {
    const [sheet] = laidOut(1, known(letter), 100, view, 1)
    expect([sheet.width, sheet.height]).toEqual([1056, 816])
    expect(percentOf(sheet, letter, 1)).toBe(100)
  })

  it('are found by their height, of 1,600 too', () => {
    const sheets = laidOut(1600, known(letter), 'width', view)
    expect(heightOf(sheets)).toBe(1600 * (HEAD + 792 + GAP))
    for (const page of [1, 2, 777, 1600]) {
      expect(pageAt(sheets, sheets[page - 1].top)).toBe(page)
      expect(pageAt(sheets, sheets[page - 1].top + 500)).toBe(page)
    }
    expect(near(sheets, sheets[99].top + 400, 500)).toEqual({ from: 99, to: 102 })
    expect(near(sheets, 0, 500)).toEqual({ from: 1, to: 2 })
    expect(near(sheets, heightOf(sheets) - 500, 500)).toEqual({ from: 1599, to: 1600 })
  })
})

describe('what is seen stays', () => {
  it('when a page above gets its size', () => {
    const before = laidOut(3, known(letter), 'width', view)
    const after = laidOut(3, known(letter, wide), 'width', view)
    expect(kept(before, after, before[2].top + 100)).toBeCloseTo(after[2].top + 100)
  })

  it('when all of them grow', () => {
    const before = laidOut(3, known(letter), 100, view)
    const after = laidOut(3, known(letter), 200, view)
    expect(kept(before, after, before[1].top + HEAD + before[1].height / 2)).toBe(after[1].top + HEAD + after[1].height / 2)
  })
})

it('steps of the size', () => {
  expect([smaller(57), larger(57)]).toEqual([50, 67])
  expect([smaller(25), larger(400)]).toEqual([undefined, undefined])
})
