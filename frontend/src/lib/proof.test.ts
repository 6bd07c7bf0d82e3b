import { describe, expect, it } from 'vitest'
import { flagged, openSentences, said, shapeChips, summary, underlineFigures } from './proof'
import type { Audit, Claim, FigureCheck, MarkVerdict } from './types'

const claim = (rest: Partial<Claim>): Claim => ({ text: 'It is so.', start: 0, end: 9, verdict: 'verified', why: '', score: 1, citations: [1], ...rest })
const audit = (...sentences: Claim[]): Audit => ({
  sentences, marks: [], verified: sentences.filter(({ verdict }) => verdict === 'verified').length, partly: 0, notFound: 0, otherwise: 0, uncited: 0, invented: [],
})
const figure = (text: string, answer: string, nth = 0): FigureCheck => {
  let at = answer.indexOf(text)
  for (; nth > 0; nth--) at = answer.indexOf(text, at + 1)
  const start = new TextEncoder().encode(answer.slice(0, at)).length
  return {
    text, start, end: start + text.length, value: '', unit: '', period: '', verdict: 'flagged', kind: 'digits', why: 'Two digits are swapped.', notes: [],
    document: '', doc: '', page: 0, label: '', quote: '', candidates: [],
  }
}

function rendered(html: string) {
  const root = document.createElement('div')
  root.innerHTML = html
  return root
}

describe('the line under an answer', () => {
  it('counts what is verified', () => {
    expect(summary(audit(claim({}), claim({ verdict: 'partly' })))).toBe('1 of 2 sentences verified')
    expect(summary(audit(claim({}), claim({})))).toBe('All 2 sentences verified')
    expect(summary(audit(claim({})))).toBe('The sentence is verified')
    expect(summary(audit())).toBe('')
  })

  it('puts the worst first and leaves out what is verified', () => {
    const list = openSentences(audit(claim({}), claim({ verdict: 'partly' }), claim({ verdict: 'not found' }), claim({ verdict: 'not found', otherwise: true })))
    expect(list.map(said)).toEqual(['the passage says otherwise', 'not found in the passage by words', 'the passage says part of it'])
    expect(said(claim({ verdict: 'not found', otherwise: true, reason: 'inside' }))).toBe('it contradicts itself')
  })
})

describe('chips', () => {
  it('take the verdicts on their sentences in order, also where a number comes twice', () => {
    const root = rendered('<button class="chip" data-n="1"></button><button class="chip" data-n="2"></button><button class="chip doubtful" data-n="1"></button><button class="chip" data-n="3"></button>')
    const chips = [...root.querySelectorAll<HTMLElement>('.chip')]
    const marks: MarkVerdict[] = [
      { n: 1, sentence: 0, verdict: 'verified', why: '' }, { n: 2, sentence: 0, verdict: 'partly', why: 'Some of it.' }, { n: 1, sentence: 1, verdict: 'not found', why: 'It says 2018.', otherwise: true },
    ]
    shapeChips(chips, marks)
    expect(chips.map(({ dataset }) => dataset.proof)).toEqual(['verified', 'partly', 'otherwise', undefined])
    expect(chips[2].getAttribute('aria-label')).toBe('Citation 1, of a doubtful page: the passage says otherwise')
    shapeChips(chips, [])
    expect(chips.every(({ dataset }) => dataset.proof === undefined)).toBe(true)
  })
})

describe('figures that are not proved', () => {
  it('are underlined where they stand, and not where the same stands elsewhere', () => {
    const answer = 'Umsätze: 5,000 im März und 5,000 im **Mai**.'
    const root = rendered('<p>Umsätze: 5,000 im März und 5,000 im <b>Mai</b>.</p>')
    underlineFigures(root, answer, [figure('5,000', answer, 1)])
    const marks = [...root.querySelectorAll<HTMLElement>('.figure-flag')]
    expect(marks.map(({ textContent }) => textContent)).toEqual(['5,000'])
    expect(marks[0].previousSibling?.textContent).toBe('Umsätze: 5,000 im März und ')
    expect(marks[0].getAttribute('aria-label')).toContain('Two digits are swapped.')
    underlineFigures(root, answer, [])
    expect(root.innerHTML).toBe('<p>Umsätze: 5,000 im März und 5,000 im <b>Mai</b>.</p>')
  })

  it('leave chips, code and what markup cuts alone', () => {
    const answer = '7 [7] `7` 1**2**'
    const root = rendered('<p>7 <button class="chip">7</button> <code>7</code> 1<b>2</b></p>')
    underlineFigures(root, answer, [figure('7', answer), figure('12', '12')])
    expect([...root.querySelectorAll('.figure-flag')].map(({ textContent }) => textContent)).toEqual(['7'])
  })

  it('are those that are flagged', () => {
    const one = figure('7', '7')
    expect(flagged([one, { ...one, verdict: 'quoted' }])).toEqual([one])
  })
})
