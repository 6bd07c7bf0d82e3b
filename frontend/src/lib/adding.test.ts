import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { nothing } from '../dev/samples'
import { AddingState } from './adding.svelte'
import type { Adding } from './types'

const of = (rest: Partial<Adding>): Adding => ({ ...nothing, ...rest })
let said: string[], adding: AddingState, tell: (adding: Adding, seq: number) => void

beforeEach(() => {
  vi.useFakeTimers()
  said = []
  window.runtime = { EventsOn: (_: string, listener: (...data: never[]) => void) => { tell = listener as typeof tell; return () => {} } }
  adding = new AddingState((text) => said.push(text))
  adding.listen()
})
afterEach(() => {
  vi.useRealTimers()
  delete window.runtime
})

describe('what is being added', () => {
  it('is shown when it takes a while, and its end is told with what failed', () => {
    tell(of({ of: 4 }), 1)
    expect([adding.going, adding.shown]).toEqual([true, false])
    vi.advanceTimersByTime(600)
    expect(adding.shown).toBe(true)
    tell(of({ of: 4, done: 4, failed: 1, known: 1, share: 1 }), 2)
    vi.advanceTimersByTime(400)
    expect([adding.going, adding.shown]).toEqual([false, false])
    expect(said).toEqual(['2 documents added. 1 document could not be added. 1 was there already.'])
  })

  it('is shown at once when it waits for a person', () => {
    tell(of({ of: 1, locked: 1 }), 1)
    expect(adding.shown).toBe(true)
    tell(of({}), 2) // it was left out
    vi.advanceTimersByTime(400)
    expect([adding.going, adding.shown, said]).toEqual([false, false, []])
  })

  it('does not go back to what was told before, when that comes late', () => {
    tell(of({ of: 2, done: 1 }), 2)
    tell(of({ of: 2 }), 1)
    expect(adding.all.done).toBe(1)
  })

  it('counts files from the first to the last that the browser hands over, whenever each is done', async () => {
    let seq = 0
    const counted: number[] = []
    const handing = adding.handing(['a', 'b', 'c'], async (file) => {
      counted.push(adding.all.of)
      if (file === 'b') return false // refused
      tell(of({ of: 1 }), ++seq)
      counted.push(adding.all.of)
      tell(of({ of: 1, done: 1 }), ++seq)
      await vi.advanceTimersByTimeAsync(1000)
      return true
    })
    await vi.advanceTimersByTimeAsync(5000)
    await handing
    await vi.advanceTimersByTimeAsync(1000)
    expect(counted).toEqual([3, 3, 3, 2, 2])
    expect(said).toEqual(['2 documents added.'])
  })

  it('waits for what is told late of a file that was handed over', async () => {
    await adding.handing(['a', 'b'], async () => true)
    tell(of({ of: 1, done: 1 }), 1)
    await vi.advanceTimersByTimeAsync(1000)
    expect(said).toEqual([])
    tell(of({ of: 1, done: 1 }), 2)
    await vi.advanceTimersByTimeAsync(1000)
    expect(said).toEqual(['2 documents added.'])
    await vi.advanceTimersByTimeAsync(5000)
    expect(said).toHaveLength(1)
  })

  it('gives up on one of which nothing is told', async () => {
    await adding.handing(['a', 'a'], async () => true)
    tell(of({ of: 1, done: 1 }), 1)
    await vi.advanceTimersByTimeAsync(4000)
    expect([adding.going, said]).toEqual([false, ['1 document added.']])
  })

  it('says nothing of one that was there already, which is told by its name', () => {
    tell(of({ of: 1, done: 1, known: 1 }), 1)
    vi.advanceTimersByTime(400)
    expect(said).toEqual([])
  })
})
