import { afterEach, expect, it, vi } from 'vitest'
import { api } from './api'
import { notice } from './notice'

afterEach(() => vi.restoreAllMocks())

it('tells of what took long to whom looks elsewhere, until they come back', () => {
  const told = vi.spyOn(api, 'notify').mockResolvedValue(undefined)
  const focus = vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  vi.spyOn(performance, 'now').mockReturnValue(60_000)
  document.title = 'Lectern'
  notice(0, 'Answered', 'How much?')
  focus.mockReturnValue(false)
  notice(50_000, 'Answered', 'How much?')
  expect(told).not.toHaveBeenCalled()
  notice(0, 'Answered', 'How much?')
  expect(told).toHaveBeenCalledWith('Answered', 'How much?')
  expect(document.title).toBe('● Answered')
  dispatchEvent(new Event('focus'))
  expect(document.title).toBe('Lectern')
})
