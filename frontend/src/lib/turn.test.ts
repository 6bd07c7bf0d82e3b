import { describe, expect, it } from 'vitest'
import { applied, inOneLine, newTurn, seconds } from './turn'
import type { Citation, RunEvent } from './types'

let seq = 0
const event = (rest: Partial<RunEvent>): RunEvent => ({
  seq: ++seq, run: 'r', conversation: 'c', at: '', kind: 'token', node: '', text: '', millis: 0, sources: [], citations: [], status: '', answer: '', mode: '', model: '', ...rest,
})
const citation = (n: number): Citation => ({ n, document: 'd', doc: 'D.pdf', page: 1, label: '1', passage: `p${n}`, quote: 'q', prefix: '', suffix: '' })
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
    expect(turn.steps).toEqual([{ node: 'retrieve', title: 'Searching…', summary: '6 passages', millis: 40, notes: ['By words only.'] }])
    expect(turn.citations).toHaveLength(1)
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

describe('the one line', () => {
  it('counts steps, passages and seconds', () => {
    const source = { passage: 'p', document: 'd', doc: 'D.pdf', page: 1, label: '1', heading: '', text: '' }
    const step = { node: 'a', title: 'A', summary: '', millis: 0, notes: [] }
    expect(inOneLine({ ...fresh(), steps: [step, step], sources: [source], millis: 4210 })).toBe('2 steps · 1 passage read · 4.2 s')
  })

  it.each([[84, '0.08 s'], [940, '0.94 s'], [4210, '4.2 s'], [59_960, '1 min 0 s'], [95_000, '1 min 35 s']])('%d ms is %s', (millis, words) => {
    expect(seconds(millis)).toBe(words)
  })
})
