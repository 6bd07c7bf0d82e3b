import { describe, expect, it } from 'vitest'
import { applied, blank, doing, inOneLine, leaving, newTurn, sent, tokens } from './turn'
import type { Citation, RunEvent, Step } from './types'

let seq = 0
const event = (rest: Partial<RunEvent>): RunEvent => ({
  seq: ++seq, run: 'r', conversation: 'c', at: '', kind: 'token', node: '', text: '', millis: 0, sources: [], citations: [], status: '', answer: '', mode: '', model: '', ...rest,
})
const citation = (n: number): Citation => ({ n, document: 'd', doc: 'D.pdf', page: 1, label: '1', passage: `p${n}`, quote: 'q', prefix: '', suffix: '', verdict: 'confirmed', doubt: '' })
const step = (rest: Partial<Step>): Step => ({ node: 'a', title: 'A', summary: '', millis: 0, notes: [], checkpoint: 0, task: '', model: '', tokensIn: 0, tokensOut: 0, ...rest })
const fresh = () => newTurn('r', 'Why?', 'auto', [], '')

describe('applied', () => {
  it('makes a turn of its events', () => {
    const turn = applied(fresh(), [
      event({ kind: 'start', text: 'Why?' }),
      event({ kind: 'step', node: 'retrieve', text: 'Searching…' }),
      event({ kind: 'note', node: 'retrieve', text: 'By words only.' }),
      event({ kind: 'stepdone', node: 'retrieve', text: '6 passages', millis: 40 }),
      event({ kind: 'citation', citation: citation(1) }),
      event({ text: 'Because.' }),
      event({ text: '[1]' }),
      event({ kind: 'done', status: 'answered', answer: 'Because.[1]', mode: 'model', citations: [citation(1)], millis: 900, model: 'm' }),
    ])
    expect(turn).toMatchObject({ status: 'answered', answer: 'Because.[1]', answerMode: 'model', millis: 900, model: 'm' })
    expect(turn.steps).toEqual([step({ node: 'retrieve', title: 'Searching…', summary: '6 passages', millis: 40, notes: [{ text: 'By words only.', leaves: false }] })])
    expect(turn.citations).toHaveLength(1)
  })

  it('tells what leaves the machine by its mark, not by its words', () => {
    const searching = applied(fresh(), [
      event({ kind: 'step', node: 'search', text: 'Searching…' }),
      event({ kind: 'note', node: 'search', text: 'example.com is asked', leaves: true }),
      event({ kind: 'note', node: 'search', text: 'This leaves your machine. Not really.' }),
    ])
    expect(leaving(searching)?.text).toBe('example.com is asked')
    expect(sent(searching)).toHaveLength(1)
    const found = applied(searching, [event({ kind: 'stepdone', node: 'search', text: '2 results' })])
    expect(leaving(found)).toBeUndefined()
    expect(leaving(applied(searching, [event({ kind: 'done', status: 'stopped' })]))).toBeUndefined()
    expect(sent(found)).toHaveLength(1)
  })

  it('goes on with a step that was cut off, and begins one that had ended again', () => {
    const { steps } = applied(fresh(), [
      event({ kind: 'step', node: 'write', text: 'Writing…' }),
      event({ kind: 'restart' }),
      event({ kind: 'step', node: 'write', text: 'Choosing…' }),
      event({ kind: 'stepdone', node: 'write', text: 'Did not finish' }),
      event({ kind: 'step', node: 'write', text: 'Writing…' }),
    ])
    expect(steps.map(({ title, summary }) => [title, summary])).toEqual([['Choosing…', 'Did not finish'], ['Writing…', '']])
  })

  it('keeps what a step was given, asked and read', () => {
    const { steps } = applied(fresh(), [
      event({ kind: 'step', node: 'write', task: 't7', checkpoint: 3, text: 'Writing…' }),
      event({ kind: 'stepdone', node: 'write', task: 't7', checkpoint: 3, text: '9 words', millis: 5, model: 'm', tokensIn: 1204, tokensOut: 96 }),
    ])
    expect(steps).toEqual([step({ node: 'write', title: 'Writing…', summary: '9 words', millis: 5, checkpoint: 3, task: 't7', model: 'm', tokensIn: 1204, tokensOut: 96 })])
    expect(tokens(steps[0])).toBe('1,204 read · 96 written')
    expect(tokens(step({ tokensIn: 12 }))).toBe('12 read')
    expect(tokens(step({}))).toBe('')
  })

  it('tells tasks of one node apart that run at the same time', () => {
    const begin = (task: string, text: string) => event({ kind: 'step', node: 'search', task, checkpoint: 2, text })
    const turn = applied(fresh(), [
      begin('a', 'Searching for A…'), begin('b', 'Searching for B…'), begin('c', 'Searching for C…'),
      event({ kind: 'note', node: 'search', task: 'a', text: 'By words only.' }),
      event({ kind: 'stepdone', node: 'search', task: 'b', text: '4 passages', millis: 4 }),
      event({ kind: 'stepdone', node: 'search', task: 'c', text: '1 passage', millis: 1 }),
    ])
    expect(turn.steps.map(({ task, summary, notes }) => [task, summary, notes])).toEqual([['a', '', [{ text: 'By words only.', leaves: false }]], ['b', '4 passages', []], ['c', '1 passage', []]])
    expect(doing(turn)).toBe('Searching for A…')
  })

  it('goes on with a task that was cut off, and begins a further step when its node runs as another', () => {
    const { steps } = applied(fresh(), [
      event({ kind: 'step', node: 'write', task: 'a', checkpoint: 3, text: 'Writing…' }),
      event({ kind: 'restart' }),
      event({ kind: 'step', node: 'write', task: 'a', checkpoint: 3, text: 'Writing anew…' }),
      event({ kind: 'step', node: 'write', text: 'Choosing…' }), // the node's last one, as it names no task
      event({ kind: 'stepdone', node: 'write', task: 'a', text: 'done' }),
      event({ kind: 'step', node: 'write', task: 'b', checkpoint: 5, text: 'Writing…' }),
    ])
    expect(steps.map(({ task, title, summary, checkpoint }) => [task, title, summary, checkpoint])).toEqual([['a', 'Choosing…', 'done', 3], ['b', 'Writing…', '', 5]])
  })

  it('drops the text when the answer begins anew', () => {
    const turn = applied({ ...fresh(), status: 'failed', message: 'Lost.' }, [event({ text: 'old' }), event({ kind: 'citation', citation: citation(1) }), event({ kind: 'restart' }), event({ text: 'new' })])
    expect(turn).toMatchObject({ status: 'running', answer: 'new', citations: [], message: '' })
  })

  it('keeps the text of an answer that broke off', () => {
    const turn = applied(fresh(), [event({ text: 'Half an ' }), event({ kind: 'citation', citation: citation(2) }), event({ kind: 'done', status: 'failed', text: 'Ollama stopped. Start it, then press Resume.' })])
    expect(turn).toMatchObject({ status: 'failed', answer: 'Half an ', message: 'Ollama stopped. Start it, then press Resume.' })
    expect(turn.citations).toHaveLength(1)
  })

  it('leaves the given turn as it was', () => {
    const turn = fresh()
    applied(turn, [event({ text: 'x' })])
    expect(turn.answer).toBe('')
  })
})

describe('what a field holds', () => {
  it.each(['null', '""', '[]', '{}', '{\n  "text": "",\n  "citations": null\n}'])('%s is nothing', (value) => expect(blank({ name: 'x', value })).toBe(true))
  it.each(['0', 'false', '" "', '[\n  ""\n, 0]', '{\n  "n": 1\n}', 'no JSON'])('%s is something', (value) => expect(blank({ name: 'x', value })).toBe(false))
})

describe('the one line', () => {
  it('counts steps, passages and seconds', () => {
    const source = { passage: 'p', document: 'd', doc: 'D.pdf', page: 1, label: '1', heading: '', text: '' }
    expect(inOneLine({ ...fresh(), steps: [step({}), step({})], sources: [source], millis: 4210 })).toBe('2 steps · 1 passage read · 4.2 s')
  })
})
