import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ConversationsState } from './conversations.svelte'
import { turn as sample } from '../dev/samples'
import type { RunEvent } from './types'

const listeners = new Map<string, (data: unknown) => void>()
let record: RunEvent[]

const event = (seq: number, rest: Partial<RunEvent> = {}): RunEvent => ({
  seq, run: 'r1', conversation: 'c1', at: '', kind: 'token', node: '', text: '', millis: 0, sources: [], citations: [], status: '', answer: '', mode: '', model: '', ...rest,
})
const tell = (one: RunEvent) => listeners.get('run')!(one)

beforeEach(() => {
  vi.useFakeTimers()
  record = []
  window.runtime = { EventsOn: (name, listener) => { listeners.set(name, listener as (data: unknown) => void); return () => {} } }
  window.go = { main: { App: {
    Ask: async () => ({ run: 'r1', conversation: 'c1' }),
    Resume: async (run: string) => ({ run, conversation: 'c1' }),
    Conversations: async () => [{ id: 'c1', title: 'Why', updated: '', turns: 1, running: true }],
    Conversation: async () => ({ id: 'c1', title: 'Why', turns: [sample({ run: 'r1', status: 'running', answer: 'Half ', lastSeq: 5 })] }),
    RunEvents: async (_run: string, after: number) => record.filter((one) => one.seq > after),
  } as never } }
})
afterEach(() => {
  vi.useRealTimers()
  delete window.go
  delete window.runtime
})

describe('conversations', () => {
  it('shows an answer that was told before anyone listened', async () => {
    record = [event(1, { kind: 'start', text: 'Why?' }), event(2, { text: 'So.' }), event(3, { kind: 'done', status: 'answered', answer: 'So.' })]
    const talks = new ConversationsState()
    talks.listen()
    await talks.ask('Why?', { mode: 'auto' })
    await vi.advanceTimersByTimeAsync(200)
    expect(talks.turns).toMatchObject([{ question: 'Why?', answer: 'So.', status: 'answered' }])
    expect(talks.id).toBe('c1')
  })

  it('goes on where a running turn stood when it is opened', async () => {
    const talks = new ConversationsState()
    talks.listen()
    await talks.open('c1')
    tell(event(7, { text: 'told.' }))
    tell(event(6, { text: 'a truth ' }))
    await vi.advanceTimersByTimeAsync(200)
    expect(talks.turns[0].answer).toBe('Half a truth told.')
    expect(talks.running).toBeDefined()
  })

  it('resumes a turn in its place', async () => {
    const talks = new ConversationsState()
    talks.listen()
    talks.turns = [sample({ run: 'r1', status: 'failed', message: 'Lost.', answer: 'Half', lastSeq: 9 })]
    await talks.resume(talks.turns[0])
    expect(talks.turns).toMatchObject([{ status: 'running', message: '', answer: 'Half' }])
    tell(event(10, { kind: 'restart' }))
    tell(event(11, { text: 'Whole.' }))
    tell(event(12, { kind: 'done', status: 'answered', answer: 'Whole.' }))
    await vi.advanceTimersByTimeAsync(200)
    expect(talks.turns).toMatchObject([{ status: 'answered', answer: 'Whole.' }])
  })

  it('does not hear the runs of a conversation that was left', async () => {
    const talks = new ConversationsState()
    talks.listen()
    await talks.open('c1')
    talks.startNew()
    tell(event(6, { text: 'late' }))
    await vi.advanceTimersByTimeAsync(200)
    expect(talks.turns).toEqual([])
  })
})
