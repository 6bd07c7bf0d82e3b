import { describe, expect, it } from 'vitest'
import { askable, comparisonLine, flagged, said, shapeChips, summary, underlineFigures, worstFirst } from './proof'
import type { Claim, FigureCheck, MarkVerdict } from './types'

const claim = (rest: Partial<Claim>): Claim => ({ text: 'It is so.', start: 0, end: 9, verdict: 'verified', reason: '', why: '', support: 1, places: [], citations: [1], ...rest })
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
  const line = (...sentences: Claim[]) => summary(sentences, [])

  it('is green only if every sentence is proved', () => {
    expect(line(claim({}), claim({}), claim({}))).toEqual({ tone: 'ok', head: 'All 3 statements proved', details: [] })
    expect(line(claim({}))?.head).toBe('The statement is proved')
    expect(line(claim({}), claim({ verdict: 'not checked', reason: 'heading' }))?.tone).toBe('ok')
    expect(line(claim({}), claim({ verdict: 'not checked', reason: 'hedged' }))).toEqual({ tone: 'warn', head: '1 of 2 statements proved', details: ['1 not checked'] })
    expect(line(claim({}), claim({ verdict: 'partly' }), claim({ verdict: 'not found', uncited: true }))).toEqual({ tone: 'warn', head: '1 of 3 statements proved', details: ['1 partly', '1 without a source'] })
  })

  it('is red where something is wrong, and says what', () => {
    const wrong = { ...figure('32', 'It is 32.'), start: 6, end: 8 }
    expect(summary([claim({ verdict: 'contradicted' }), claim({ start: 10, end: 19 })], [wrong])).toEqual({ tone: 'bad', head: '1 number is wrong', details: ['1 of 2 statements proved'] })
    expect(line(claim({ verdict: 'contradicted' }))?.head).toBe('1 statement is contradicted')
  })

  it('says so where nothing could be checked', () => {
    expect(line(claim({ verdict: 'not checked', reason: 'heading' }))).toEqual({ tone: 'warn', head: 'Nothing in it could be checked', details: [] })
    expect(line()).toBeUndefined()
  })

  it('puts the worst first', () => {
    const list = worstFirst([claim({}), claim({ verdict: 'partly' }), claim({ verdict: 'not found' }), claim({ verdict: 'contradicted' }), claim({ verdict: 'doubtful' })])
    expect(list.map(said)).toEqual(['The documents contradict it', 'Something close says otherwise', 'Not found by words', 'Partly found', 'Proved'])
    expect(said(claim({ verdict: 'contradicted', reason: 'inside' }))).toBe('It contradicts itself')
  })

  it('offers to ask a model about words alone', () => {
    const words = claim({ verdict: 'partly' })
    const open = { ...figure('32', 'It is 32.'), verdict: 'open' as const, doubt: true, start: 26, end: 28 }
    const list = [
      words, claim({ verdict: 'verified' }), claim({ verdict: 'not found', citations: [] }), claim({ verdict: 'not found', invented: [9] }), claim({ verdict: 'partly', model: 'partly' }),
      claim({ verdict: 'doubtful', start: 20, end: 29 }), claim({ verdict: 'doubtful', reason: 'inside', start: 30, end: 39 }),
    ]
    expect(askable(list, [open])).toEqual([words])
  })
})

describe('chips', () => {
  it('take the verdicts on their sentences in order, also where a number comes twice', () => {
    const root = rendered('<button class="chip" data-n="1"></button><button class="chip" data-n="2"></button><button class="chip doubtful" data-n="1"></button><button class="chip" data-n="3"></button>')
    const chips = [...root.querySelectorAll<HTMLElement>('.chip')]
    const marks: MarkVerdict[] = [
      { n: 1, sentence: 0, verdict: 'verified', reason: '', why: '' }, { n: 2, sentence: 0, verdict: 'partly', reason: 'words', why: 'Some of it.' }, { n: 1, sentence: 1, verdict: 'contradicted', reason: 'year', why: 'It says 2018.' },
    ]
    shapeChips(chips, marks)
    expect(chips.map(({ dataset }) => dataset.proof)).toEqual(['verified', 'partly', 'contradicted', undefined])
    expect(chips[2].getAttribute('aria-label')).toBe('Citation 1, of a doubtful page: The documents contradict it')
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

  it('are never a piece of another number, a mark or a list', () => {
    const answer = '1. There are 212 boats [1].\n2. [1] 1 **submarine** of 212.'
    const root = rendered('<ol><li>There are 212 boats <button class="chip">1</button>.</li><li><button class="chip">1</button> 1 <b>submarine</b> of 212.</li></ol>')
    underlineFigures(root, answer, [figure('1 **submarine**', answer)])
    const marks = [...root.querySelectorAll<HTMLElement>('.figure-flag')]
    expect(marks.map(({ textContent }) => textContent)).toEqual(['1 ', 'submarine'].map((one) => expect.stringContaining(one.trim())))
    expect(marks[0].closest('li')).toBe(root.querySelectorAll('li')[1])
    expect(marks.filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1)
  })

  it('stand beside a faint mark under what has no source', () => {
    const answer = 'It is so [1]. Nobody said it.'
    const root = rendered('<p>It is so <button class="chip">1</button>. Nobody said it.</p>')
    underlineFigures(root, answer, [], [claim({}), claim({ start: 14, end: 29, verdict: 'not found', uncited: true })])
    expect([...root.querySelectorAll('.unsourced')].map(({ textContent }) => textContent)).toEqual(['Nobody said it.'])
  })

  it('leave chips and code alone', () => {
    const answer = '7 [7] `7` 1**2**'
    const root = rendered('<p>7 <button class="chip">7</button> <code>7</code> 1<b>2</b></p>')
    underlineFigures(root, answer, [figure('7', answer)])
    expect([...root.querySelectorAll('.figure-flag')].map(({ textContent }) => textContent)).toEqual(['7'])
  })

  it('are those that are flagged', () => {
    const one = figure('7', '7')
    expect(flagged([one, { ...one, verdict: 'quoted' }])).toEqual([one])
  })
})

describe('the line under a comparison', () => {
  it('counts its cells, what was worked out of them, and its gaps', () => {
    expect(comparisonLine({ cells: 24, worked: 12, gaps: 2 })).toEqual({ tone: 'ok', head: '24 cells, 12 figures worked out, all recomputed', details: ['2 gaps'] })
    expect(comparisonLine({ cells: 1, worked: 0, gaps: 0 })).toEqual({ tone: 'ok', head: 'Read from 1 cell', details: [] })
  })

  it('is not green where a check failed', () => {
    expect(comparisonLine({ cells: 24, worked: 12, gaps: 0 }, 1)).toEqual({ tone: 'warn', head: '24 cells, 12 figures worked out', details: ['1 failed check'] })
  })
})
