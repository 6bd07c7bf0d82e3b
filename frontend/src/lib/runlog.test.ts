import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RunLog } from './runlog'
import type { RunEvent } from './types'

const event = (seq: number, kind: RunEvent['kind'] = 'token'): RunEvent => ({
  seq, run: 'r', conversation: 'c', at: '', kind, node: '', text: String(seq), millis: 0, sources: [], citations: [], status: '', answer: '', mode: '', model: '',
})

function listen(record: RunEvent[] = [], after = 0) {
  const heard: number[] = []
  const replay = vi.fn(async (_run: string, last: number) => record.filter((one) => one.seq > last))
  const log = new RunLog({ run: 'r', after, replay, deliver: (events) => heard.push(...events.map((one) => one.seq)) })
  return { log, heard, replay }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('RunLog', () => {
  it('delivers in order, each once', () => {
    const { log, heard } = listen()
    for (const seq of [2, 1, 1, 3, 2, 5, 4]) log.push(event(seq))
    expect(heard).toEqual([1, 2, 3, 4, 5])
  })

  it('asks for what is missing once a gap has stayed 250 ms', async () => {
    const { log, heard, replay } = listen([1, 2, 3, 4].map((seq) => event(seq)))
    log.push(event(1))
    log.push(event(4))
    await vi.advanceTimersByTimeAsync(200)
    log.push(event(3))
    expect(replay).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(60)
    expect(replay).toHaveBeenCalledWith('r', 1)
    expect(heard).toEqual([1, 2, 3, 4])
  })

  it('does not ask when the gap closes by itself', async () => {
    const { log, heard, replay } = listen()
    log.push(event(2))
    await vi.advanceTimersByTimeAsync(100)
    log.push(event(1))
    await vi.advanceTimersByTimeAsync(1000)
    expect(replay).not.toHaveBeenCalled()
    expect(heard).toEqual([1, 2])
  })

  it('fetches what was said before it listened', async () => {
    const { log, heard } = listen([event(1, 'start'), event(2), event(3, 'done')])
    await log.start()
    expect(heard).toEqual([1, 2, 3])
  })

  it('finds a lost last event after a silence', async () => {
    const record = [event(1), event(2)]
    const { log, heard } = listen(record)
    log.push(event(1))
    record.push(event(3, 'done'))
    await vi.advanceTimersByTimeAsync(5100)
    expect(heard).toEqual([1, 2, 3])
  })

  it('goes on when the program refuses a replay', async () => {
    const { log, heard, replay } = listen()
    replay.mockRejectedValueOnce('busy').mockResolvedValue([event(1), event(2)])
    log.push(event(2))
    await vi.advanceTimersByTimeAsync(600)
    expect(heard).toEqual([1, 2])
  })

  it('steps over a hole that the record itself has', async () => {
    const { log, heard } = listen([event(1), event(3)])
    log.push(event(3))
    await vi.advanceTimersByTimeAsync(300)
    expect(heard).toEqual([1, 3])
  })

  it('goes on from where a turn stood', () => {
    const { log, heard } = listen([], 7)
    for (const seq of [6, 7, 8]) log.push(event(seq))
    expect(heard).toEqual([8])
  })

  it('is silent after the end', async () => {
    const { log, heard, replay } = listen()
    log.push(event(1, 'done'))
    log.push(event(2))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(heard).toEqual([1])
    expect(replay).not.toHaveBeenCalled()
  })
})
