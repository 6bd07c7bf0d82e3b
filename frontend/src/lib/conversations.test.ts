import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ConversationsState } from './conversations.svelte'
import { turn as sample } from '../dev/samples'
import type { Question, RunEvent, Turn } from './types'

const listeners = new Map<string, (data: unknown) => void>()
let record: RunEvent[]
let stored: Record<string, Turn[]>
let asked: Question[]

const event = (seq: number, rest: Partial<RunEvent> = {}): RunEvent => ({
  seq, run: 'r1', conversation: 'c1', at: '', kind: 'token', node: '', text: '', millis: 0, sources: [], citations: [], status: '', answer: '', mode: '', model: '', ...rest,
})
const tell = (one: RunEvent) => listeners.get('run')!(one)

beforeEach(() => {
  vi.useFakeTimers()
  record = []
  asked = []
  stored = { c1: [sample({ run: 'r1', status: 'running', answer: 'Half ', lastSeq: 5 })] }
  window.runtime = { EventsOn: (name, listener) => { listeners.set(name, listener as (data: unknown) => void); return () => {} } }
  window.go = { main: { App: {
    Ask: async (question: Question) => { asked.push(question); return { run: question.instead ? 'new' : 'r1', conversation: 'c1', preferred: [], readings: [] } },
    StartOver: async () => ({ run: 'new', conversation: 'c1', preferred: [], readings: [] }),
    ShowBranch: async (run: string) => ({ id: 'c1', title: 'Why', turns: stored[`branch of ${run}`] }),
    Resume: async (run: string) => ({ run, conversation: 'c1' }),
    Conversations: async () => [{ id: 'c1', title: 'Why', updated: '', turns: 1, running: true }],
    Conversation: async (id: string) => ({ id, title: 'Why', turns: stored[id] }),
    RunEvents: async (run: string, after: number) => record.filter((one) => one.run === run && one.seq > after),
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

describe('branches', () => {
  const first = sample({ run: 'a', question: 'First?' })
  const second = sample({ run: 'b', question: 'Second?' })
  const third = sample({ run: 'c', question: 'Third?' })
  const begun = (rest: Partial<Turn> = {}) => sample({ run: 'new', question: 'Other?', status: 'running', answer: '', steps: [], lastSeq: 1, branch: 2, branches: ['b', 'new'], ...rest })
  const runs = (talks: ConversationsState) => talks.turns.map(({ run, branch, branches }) => `${run} ${branch}/${branches.length}`)
  const settled = () => vi.advanceTimersByTimeAsync(200)

  async function opened(turns = [first, second, third]) {
    stored.c1 = turns
    const talks = new ConversationsState()
    talks.listen()
    await talks.open('c1')
    await settled()
    return talks
  }

  it('puts a question at once where it is asked instead of another, without what stood below', async () => {
    const talks = await opened()
    stored.c1 = [first, begun()]
    record = [event(1, { run: 'new', kind: 'start', text: 'Other?' }), event(2, { run: 'new', text: 'Said before anyone listened. ' })]
    await talks.ask('Other?', { mode: 'auto', instead: 'b' })
    expect(asked[0]).toMatchObject({ conversation: 'c1', text: 'Other?', instead: 'b' })
    expect(runs(talks)).toEqual(['a 1/1', 'new 2/2'])
    expect(talks.running?.question).toBe('Other?')
    tell(event(3, { run: 'new', text: 'Said meanwhile. ' }))
    record.push(event(3, { run: 'new', text: 'Said meanwhile. ' }))
    await settled()
    tell(event(4, { run: 'new', text: 'Said after.' }))
    await settled()
    expect(talks.turns[1].answer).toBe('Said before anyone listened. Said meanwhile. Said after.')
    expect(runs(talks)).toEqual(['a 1/1', 'new 2/2'])
  })

  it('follows the new turn when the conversation cannot be read', async () => {
    const talks = await opened()
    window.go!.main.App.Conversation = async () => { throw 'The disk is full.' }
    await talks.ask('Other?', { mode: 'auto', instead: 'b' })
    await settled()
    tell(event(1, { run: 'new', text: 'Told.' }))
    await settled()
    expect(talks.turns.map(({ answer }) => answer).at(-1)).toBe('Told.')
  })

  it('starts over with the steps that Go keeps', async () => {
    const talks = await opened()
    stored.c1 = [first, begun({ question: 'Second?', steps: second.steps.slice(0, 2), lastSeq: 4 })]
    await talks.startOver(second, 3)
    expect(runs(talks)).toEqual(['a 1/1', 'new 2/2'])
    await settled()
    tell(event(5, { run: 'new', kind: 'step', node: 'answer', task: 'z', checkpoint: 3, text: 'Writing…' }))
    await settled()
    expect(talks.turns[1].steps.map(({ title }) => title)).toEqual(['Understood the question', 'Searched 2 documents', 'Writing…'])
  })

  it('shows another branch and follows what runs in it', async () => {
    const talks = await opened()
    stored['branch of new'] = [first, begun({ answer: 'Half ', lastSeq: 7 })]
    await talks.showBranch('new')
    tell(event(8, { run: 'new', text: 'done.' }))
    await settled()
    expect(runs(talks)).toEqual(['a 1/1', 'new 2/2'])
    expect(talks.turns[1].answer).toBe('Half done.')
  })

  it('leaves a conversation alone that was opened meanwhile', async () => {
    const talks = await opened()
    stored['branch of b'] = stored.c1
    stored.c2 = [sample({ run: 'other' })]
    const shown = talks.showBranch('b')
    await talks.open('c2')
    await shown
    expect(runs(talks)).toEqual(['other 1/1'])
    await talks.open('c1')
    const asking = talks.ask('Other?', { mode: 'auto', instead: 'b' })
    await talks.open('c2')
    await asking
    await settled()
    expect(talks.id).toBe('c2')
    expect(runs(talks)).toEqual(['other 1/1'])
  })

  it('leaves it alone as well when it is opened while the new turn is fetched', async () => {
    const talks = await opened()
    stored.c2 = [sample({ run: 'other' })]
    await talks.ask('Other?', { mode: 'auto', instead: 'b' })
    await talks.open('c2')
    await settled()
    expect(runs(talks)).toEqual(['other 1/1'])
  })

  it('is busy while an answer is written in a branch that is not shown', async () => {
    const talks = await opened()
    expect(talks.busy).toBe(false)
    await talks.load() // Go says that it runs
    expect(talks.running).toBeUndefined()
    expect(talks.busy).toBe(true)
  })
})
