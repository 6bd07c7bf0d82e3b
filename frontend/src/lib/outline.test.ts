import { describe, expect, it } from 'vitest'
import { entryOf, inSight, ROW, scrolledTo, stepped } from './outline'

const outline = [1, 2, 2, 0, 5, 5, 9].map((page, i) => ({ title: `Entry ${i}`, page, level: 1 }))

describe('the entry of a page', () => {
  it('is the first that begins on it', () => expect(entryOf(outline, 2)).toBe(1))
  it('is the last of those before it', () => {
    expect(entryOf(outline, 3)).toBe(2)
    expect(entryOf(outline, 8)).toBe(5)
    expect(entryOf(outline, 99)).toBe(6)
  })
  it('is none before the first one', () => expect(entryOf(outline.slice(1), 1)).toBe(-1))
  it('is the nearest one where the entries are in no order', () => {
    expect(entryOf([7, 3, 5, 1].map((page) => ({ title: '', page, level: 1 })), 6)).toBe(2)
  })
})

describe('a long list', () => {
  it('draws only what is in sight, and a little more', () => {
    expect(inSight(2000, 0, 10 * ROW)).toEqual({ from: 0, to: 16 })
    expect(inSight(2000, 1000 * ROW, 10 * ROW)).toEqual({ from: 994, to: 1016 })
    expect(inSight(2000, 1990 * ROW, 10 * ROW)).toEqual({ from: 1984, to: 2000 })
    expect(inSight(3, 0, 10 * ROW)).toEqual({ from: 0, to: 3 })
  })
  it('is scrolled no farther than it must be', () => {
    expect(scrolledTo(5, 0, 10 * ROW)).toBe(0)
    expect(scrolledTo(10, 0, 10 * ROW)).toBe(ROW)
    expect(scrolledTo(3, 100 * ROW, 10 * ROW)).toBe(3 * ROW)
  })
  it('is walked by keys', () => {
    expect(stepped('ArrowDown', 1, 3, 0)).toBe(2)
    expect(stepped('ArrowDown', 2, 3, 0)).toBe(2)
    expect(stepped('ArrowUp', 0, 3, 0)).toBe(0)
    expect(stepped('End', 0, 2000, 0)).toBe(1999)
    expect(stepped('Home', 99, 2000, 0)).toBe(0)
    expect(stepped('PageDown', 0, 2000, 10 * ROW)).toBe(9)
    expect(stepped('PageUp', 4, 2000, 10 * ROW)).toBe(0)
    expect(stepped('x', 4, 2000, 10 * ROW)).toBeUndefined()
  })
})
