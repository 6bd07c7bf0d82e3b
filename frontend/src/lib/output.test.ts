import { describe, expect, test } from 'vitest'
import { comparison, made } from '../dev/compared'
import { analystOutput, checkedOutput, researchOutput } from './output'

const score = { value: 0.9, word: 'Strong' }
const checked = {
  scored: true, scores: { faithfulness: score, relevance: score, completeness: score, citations: score, overall: score }, confidence: score,
  audited: true, attempts: 1, amber: false, notes: [], retries: [], unsupportedClaims: [], gaps: [], conflicts: [], audit: { sentences: 1, uncited: 0, unsupported: [] },
}
const point = (number: number) => ({ id: `m${number}`, value: String(number), number, shown: String(number) })
const chart = { id: 'c1', kind: 'bar', title: 'Revenue', unit: 'million', labels: ['2023', '2024'], series: [{ name: 'Revenue', points: [point(36.2), point(41.7)] }] }
const figures = { metrics: [], calculations: [], charts: [chart], failedChecks: [], missing: [], primary: '', memory: [] }

describe('what workflows make', () => {
  test('is taken when it has its form', () => {
    expect(checkedOutput(checked)?.confidence.word).toBe('Strong')
    expect(researchOutput({ plan: [{ id: 't1', text: 'Find', done: false, own: false }] })?.plan).toHaveLength(1)
    expect(researchOutput({ plan: [], cost: { calls: 3, tokensIn: 1, tokensOut: 1, millis: 5 } })?.cost?.calls).toBe(3)
    const found = { task: 't1', record: 'r', text: 'It rose.', passages: [], weak: [], contradictions: [], open: '', ended: '' }
    expect(researchOutput({ plan: [], findings: [found] })?.findings?.[0].text).toBe('It rose.')
    expect(researchOutput({ plan: [], findings: 'It rose.' })).toBe(null)
    expect(analystOutput(figures)?.charts).toHaveLength(1)
  })

  test.each([null, 7, 'x', [], {}, { plan: 'no' }, { plan: [], cost: 3 }, { scores: [] }, { charts: {} }])('is left out when it has another: %j', (made) => {
    expect([checkedOutput(made), researchOutput(made), analystOutput(made)]).toEqual([null, null, null])
  })

  test.each([
    { kind: 'script' }, { labels: [] }, { series: [] }, { labels: Array(501).fill('x') }, { series: [{ name: 'x', points: [point(1)] }] },
    { series: [{ name: 'x', points: [point(1), point(Infinity)] }] }, { series: [{ name: 'x', points: [point(1), { ...point(2), shown: 2 }] }] }, { series: [null] }, { labels: ['2023', 7] }, { title: undefined },
  ])('holds no chart that could not be drawn: %j', (wrong) => {
    expect(analystOutput({ ...figures, charts: [{ ...chart, ...wrong }] })?.charts).toEqual([])
  })

  test('holds a comparison, if there is one', () => {
    expect(analystOutput(made)?.comparison).toBe(comparison)
    expect(analystOutput(figures)?.comparison).toBeUndefined()
    expect(analystOutput({ ...figures, comparison: null })?.charts).toHaveLength(1)
  })

  const [measure] = comparison.measures
  const [row] = measure.rows
  const withEntry = (wrong: object) => ({ measures: [{ ...measure, rows: [{ ...row, entries: [{ ...row.entries[0], ...wrong }, ...row.entries.slice(1)] }] }] })
  test.each([
    { periods: [] }, { periods: ['2016'] }, { periods: [2016] }, { measures: [] }, { measures: [{ ...measure, rows: [] }] }, { measures: [{ ...measure, rows: [null] }] }, { added: null }, { gaps: '2' }, { unit: null },
    withEntry({ shown: 7 }), withEntry({ flags: null }), withEntry({ cells: [{}] }), withEntry({ gap: undefined }),
  ])('holds no comparison that could not be shown: %#', (wrong) => {
    expect(analystOutput({ ...figures, comparison: { ...comparison, ...wrong } })?.comparison).toBeUndefined()
  })
})
