import { expect, it } from 'vitest'
import { day, percent, seconds, size, when } from './amounts'

it.each([[400, '1 KB'], [5_999, '5 KB'], [812_000, '812 KB'], [1_250_000, '1.3 MB'], [5_000_000_000, '5.0 GB']])('%i bytes are %s', (bytes, words) => {
  expect(size(bytes)).toBe(words)
})

it('a share is told as percent', () => {
  expect(percent(0.854)).toBe('85 %')
})

it.each([[3, '< 0.01 s'], [84, '0.08 s'], [940, '0.94 s'], [4210, '4.2 s'], [59_960, '1 min 0 s'], [95_000, '1 min 35 s']])('%d ms is %s', (millis, words) => {
  expect(seconds(millis)).toBe(words)
})

it('a time is told in words, and what is none is not', () => {
  expect(when('2025-05-02T12:00:00Z')).toMatch(/^2 May 2025,? /)
  expect(when('')).toBe('')
  expect(day('2025-05-02T12:00:00Z')).toBe('2 May 2025')
})
