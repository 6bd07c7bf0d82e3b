import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DeskState } from './desk.svelte'

describe('what can be taken back', () => {
  beforeEach(() => { vi.useFakeTimers() })
  afterEach(() => { vi.useRealTimers() })

  const removal = (finish = vi.fn(async () => {})) => {
    const desk = new DeskState()
    const undo = vi.fn()
    desk.undoable('Gone.', finish, undo)
    return { desk, finish, undo }
  }

  it('is done after a while', async () => {
    const { desk, finish, undo } = removal()
    await vi.advanceTimersByTimeAsync(7000)
    expect(finish).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(2000)
    expect(finish).toHaveBeenCalledOnce()
    expect(desk.toasts).toEqual([])
    expect(desk.undo()).toBe(false)
    expect(undo).not.toHaveBeenCalled()
  })

  it('is never done once it was taken back', async () => {
    const { desk, finish, undo } = removal()
    expect(desk.undo()).toBe(true)
    await desk.settle()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(finish).not.toHaveBeenCalled()
    expect(undo).toHaveBeenCalledOnce()
    expect(desk.toasts).toEqual([])
  })

  it('is done at once where something reckons with it, and once only', async () => {
    const { desk, finish } = removal()
    await desk.settle()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(finish).toHaveBeenCalledOnce()
  })

  it('looks as it was when it is refused', async () => {
    const { desk, undo } = removal(vi.fn(async () => { throw 'The disk is full.' }))
    await desk.settle()
    expect(undo).toHaveBeenCalledOnce()
    expect(desk.toasts.map(({ text }) => text)).toEqual(['The disk is full.'])
  })
})
