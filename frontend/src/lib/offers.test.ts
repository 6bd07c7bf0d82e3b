import { describe, expect, it } from 'vitest'
import { indexed, offered, offeredSets } from './offers'
import type { Facet, Labels } from './types'

const labels = new Map<string, Labels>([['m', { id: 'm', type: '', company: '3M Company', year: 2018, tags: ['Filings'] }], ['g', { id: 'g', type: '', company: 'General Mills', year: 2019, tags: ['filings', 'food'] }]])
const names = [{ id: 'g', name: 'GENERALMILLS_2019_10K' }, { id: 'z', name: 'Lease of Zürich' }, { id: 'm', name: 'mmm-annual' }, { id: 'u', name: 'unreleased' }]
const found = (query: string) => offered(indexed(names, labels), query).map(({ name }) => name)

describe('documents', () => {
  it.each([
    ['lease', ['Lease of Zürich', 'unreleased']],
    ['zurich', ['Lease of Zürich']],
    ['3m', ['mmm-annual']],
    ['2018', ['mmm-annual']],
    ['2019', ['GENERALMILLS_2019_10K']],
    ['mills food', ['GENERALMILLS_2019_10K']],
    ['filing', ['GENERALMILLS_2019_10K', 'mmm-annual']],
    ['nowhere', []],
  ])('%s', (query, wanted) => expect(found(query)).toEqual(wanted))

  it('offers beginnings before words before the rest', () => {
    const list = ['unreported.pdf', 'annual report.pdf', 'report.pdf'].map((name) => ({ id: name, name }))
    expect(offered(indexed(list), 'rep').map((one) => one.name)).toEqual(['report.pdf', 'annual report.pdf', 'unreported.pdf'])
  })

  it('are found among ten thousand within a frame', () => {
    const many = Array.from({ length: 10_000 }, (_, i) => ({ id: String(i), name: `Company ${i % 997} annual report ${1990 + (i % 35)} (${i})` }))
    const about = new Map(many.map(({ id }, i): [string, Labels] => [id, { id, type: '', company: `Company ${i % 997}`, year: 1990 + (i % 35), tags: [`Tag ${i % 50}`, 'Überblick'] }]))
    const entries = indexed(many, about) // which is kept while a name is typed
    const millis: number[] = []
    for (const query of ['', 'c', 'com', 'company 99', 'report 2019', '(9999)', 'überblick', 'tag 49', 'zzz']) {
      const from = performance.now()
      offered(entries, query)
      millis.push(performance.now() - from)
    }
    millis.sort((a, b) => a - b)
    console.log(`@ among 10,000: ${millis.map((one) => one.toFixed(1)).join(', ')} ms`)
    expect(millis[millis.length >> 1]).toBeLessThanOrEqual(16)
  })
})

describe('sets', () => {
  const facet = (field: Facet['filter']['field'], value: string, documents: number): Facet => ({ filter: { field, value }, documents })
  const facets = [facet('company', '3M Company', 3), facet('year', '2018', 2), facet('tag', 'filings', 5), facet('tag', 'once', 1), facet('folder', '/home/me/Filings 2018', 4), facet('language', 'en', 9)]

  it('are folders, tags, companies and years with several documents', () => {
    expect(offeredSets(facets, '').map(({ filter }) => filter.field)).toEqual(['folder', 'tag', 'company', 'year'])
    expect(offeredSets(facets, 'fil').map(({ filter }) => filter.value)).toEqual(['/home/me/Filings 2018', 'filings'])
    expect(offeredSets(facets, '2018').map(({ filter }) => filter.value)).toEqual(['2018', '/home/me/Filings 2018'])
    expect(offeredSets(facets, 'fil', [{ field: 'tag', value: 'filings' }]).map(({ filter }) => filter.field)).toEqual(['folder'])
  })
})
