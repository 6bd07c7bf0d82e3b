import { describe, expect, it } from 'vitest'
import { comparison, made, others } from '../dev/compared'
import { allCells, asHtml, asText, companiesOf, drawnCells, entryOf, isHeaded, missingCompanies, padding, sourcesOf, titleOf } from './comparison'
import type { Entry, Measure } from './types'

const measure = (...shown: string[]) => ({ label: '', unit: '', rows: [{ company: '', entries: shown.map((one) => ({ shown: one }) as Entry) }] }) as Measure

describe('a comparison', () => {
  it('knows its entries, cells and companies', () => {
    expect(entryOf(comparison, 'm1-3M-2018')).toMatchObject({ shown: '1,577', whole: '$1,577 million' })
    expect(entryOf(comparison, '')).toBeUndefined() // gaps have no id
    expect(allCells(comparison)).toHaveLength(comparison.cells)
    expect(companiesOf(comparison)).toEqual(['3M', 'General Mills'])
    expect(companiesOf(others.comparison!)).toEqual([])
  })

  it('tells a unit with a measure only where the table has none', () => {
    expect(titleOf(comparison.measures[0], comparison)).toBe('Capital expenditure')
    expect(titleOf(others.comparison!.measures[0], others.comparison!)).toBe('Operating cash flow, Million US-$')
    expect([comparison, others.comparison!].map(({ measures }) => isHeaded(measures[0]))).toEqual([true, false])
  })

  it.each([
    ['1,420', ['684.4'], '.4'], ['684.4', ['1,420'], ''], ['1,420.0', ['7.25'], '5'], ['15.619,8', ['1.420'], ''], ['1.420', ['15.619,8'], ',8'],
    ['4.7 %', ['5.12 %'], '2'], ['4 %', ['5.1 %'], '.1'], ['0.125', ['2'], ''], ['2', ['0.125'], '.125'], ['4.7 %', ['12.55'], ''], ['−1,420', ['12.5'], '.5'], ['12', ['1,420'], ''],
  ])('points of figures stand below each other: %s beside %s', (shown, beside, pad) => {
    expect(padding(shown, measure(shown, ...beside))).toBe(pad)
  })

  it('is copied as a table that a spreadsheet takes', () => {
    expect(asText(comparison).split('\n').slice(0, 3)).toEqual([
      'Million US-$\tCompany\t2016\t2017\t2018\t2019\t2020\t2021\t2022',
      'Capital expenditure\t3M\t1,420\t1,373\t1,577\t\t1,501\t1,603\t1,749',
      'Capital expenditure\tGeneral Mills\t\t684.4\t622.7\t537.6\t460.8\t530.8\t568.7',
    ])
    expect(asText(others.comparison!)).toBe('Measure\t2019\t2020\t2021\t2022\nOperating cash flow, Million US-$\t1,204.5\t-310\t98.25\t2,410')
  })

  it('is copied without formulas and without markup of its own', () => {
    const evil = { ...comparison, periods: ['2016'], measures: [{ label: '=cmd()', unit: '', rows: [{ company: '<img src=x>', entries: [{ shown: '−1\u00a0%' } as Entry] }] }] }
    expect(asText(evil).split('\n')[1]).toBe("'=cmd()\t<img src=x>\t-1 %")
    expect(asHtml(evil)).toContain("<tr><td>'=cmd()</td><td>&lt;img src=x&gt;</td><td>-1 %</td></tr>")
  })

  it('names the sources of what is drawn, each page once', () => {
    const cells = drawnCells(comparison, made.charts)
    expect(cells).toHaveLength(12) // without those of net sales
    expect(sourcesOf(cells, ({ page }) => String(page))).toEqual(['3M_2018_10K, p. 2', '3M_2022_10K, p. 2', 'GENERALMILLS_2019_10K, p. 2', 'GENERALMILLS_2022_10K, p. 2'])
    expect(sourcesOf(allCells(comparison), ({ page }) => `A-${page}`)[0]).toBe('3M_2018_10K, p. A-2, A-3')
  })

  it('lacks the other companies of the library', () => {
    const facet = (field: string, value: string) => ({ filter: { field, value }, documents: 1 }) as never
    expect(missingCompanies([facet('company', 'Netflix'), facet('company', '3m'), facet('year', '2018'), facet('company', 'Best Buy')], ['3M'])).toEqual(['Best Buy', 'Netflix'])
  })
})
