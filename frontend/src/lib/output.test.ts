import { describe, expect, test } from 'vitest'
import { analystOutput, checkedOutput, researchOutput } from './output'

const score = { value: 0.9, word: 'Strong' }
const checked = {
  scored: true, scores: { faithfulness: score, relevance: score, completeness: score, citations: score, overall: score }, confidence: score,
  audited: true, attempts: 1, amber: false, notes: [], retries: [], unsupportedClaims: [], gaps: [], conflicts: [], audit: { sentences: 1, uncited: 0, unsupported: [] },
}
const chart = { id: 'c1', kind: 'bar', title: 'Revenue', unit: 'million', labels: ['2023', '2024'], series: [{ name: 'Revenue', values: ['36.2', '41.7'], numbers: [36.2, 41.7] }] }
const figures = { metrics: [], calculations: [], charts: [chart], failedChecks: [], missing: [], primary: '', memory: [] }

describe('what workflows make', () => {
  test('is taken when it has its form', () => {
    expect(checkedOutput(checked)?.confidence.word).toBe('Strong')
    expect(researchOutput({ plan: [{ id: 't1', text: 'Find', done: false, own: false }] })?.plan).toHaveLength(1)
    expect(researchOutput({ plan: [], cost: { calls: 3, tokensIn: 1, tokensOut: 1, millis: 5 } })?.cost?.calls).toBe(3)
    expect(analystOutput(figures)?.charts).toHaveLength(1)
  })

  test.each([null, 7, 'x', [], {}, { plan: 'no' }, { plan: [], cost: 3 }, { scores: [] }, { charts: {} }])('is left out when it has another: %j', (made) => {
    expect([checkedOutput(made), researchOutput(made), analystOutput(made)]).toEqual([null, null, null])
  })

  test.each([
    { kind: 'script' }, { labels: [] }, { series: [] }, { labels: Array(501).fill('x') }, { series: [{ name: 'x', values: ['1'], numbers: [1] }] },
    { series: [{ name: 'x', values: ['1', '2'], numbers: [1, Infinity] }] }, { series: [null] },
  ])('holds no chart that could not be drawn: %j', (wrong) => {
    expect(analystOutput({ ...figures, charts: [{ ...chart, ...wrong }] })?.charts).toEqual([])
  })
})
