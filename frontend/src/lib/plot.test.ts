import { describe, expect, it } from 'vitest'
import { made, others } from '../dev/compared'
import { cut, plotOf, widthOf, type Box, type Plot, type Text } from './plot'
import type { ChartData } from './types'

const [cash, sales, segments, quarters] = others.charts
const [spent] = made.charts

const boxOf = ({ text, x, y, anchor }: Text): Box => {
  const w = widthOf(text, 11)
  return { x: anchor === 'middle' ? x - w / 2 : anchor === 'end' ? x - w : x, y: y - 10, w, h: 11 }
}
const overlap = (a: Box, b: Box) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h
const labels = (plot: Plot) => plot.marks.flatMap(({ label }) => label ?? [])
const texts = (plot: Plot) => [...labels(plot), ...plot.names, ...plot.scale].map(boxOf)

describe('a chart', () => {
  const charts: [string, ChartData][] = [spent, cash, sales, segments, quarters, { ...quarters, kind: 'line' }].map((chart) => [`${chart.kind} of ${chart.title}`, chart as ChartData])
  describe.each([592, 400, 240, 120])('%d pixels wide', (width) => {
    it.each(charts)('has no text over another, nor beside the drawing: %s', (_, chart) => {
      for (const selected of ['', chart.series[0].points[2].id]) {
        const plot = plotOf(chart, width, selected)
        const all = texts(plot)
        expect(all.length).toBeGreaterThan(1)
        expect(all.flatMap((one, i) => all.slice(i + 1).filter((other) => overlap(one, other)).map((other) => [one, other]))).toEqual([])
        for (const { x, y, w, h } of all) expect({ x: x >= 0, y: y >= 0, right: x + w <= width + 0.1, bottom: y + h <= plot.height }).toEqual({ x: true, y: true, right: true, bottom: true })
      }
    })
  })

  it('has a bar for each figure, as high as it is', () => {
    const { marks, zero } = plotOf(spent, 592)
    const of = (id: string) => marks.find((mark) => mark.id === id)!
    expect(marks).toHaveLength(14)
    expect(of('m1-3M-2022').box.h / of('m1-3M-2016').box.h).toBeCloseTo(1749 / 1420, 1)
    expect(of('m1-3M-2022').box.y + of('m1-3M-2022').box.h).toBeCloseTo(zero!.y, 3)
    expect(of('m1-3M-2018').label?.text).toBe('1,577')
  })

  it('shows a gap as one, and not as nothing', () => {
    const gaps = plotOf(spent, 592).marks.filter(({ id }) => !id)
    expect(gaps.map(({ at, label }) => [at, label?.text])).toEqual([[3, '–'], [0, '–']])
  })

  it('has what is negative below its line, with its value below that', () => {
    const { marks, zero, names } = plotOf(cash, 592)
    expect(marks[1].box.y).toBeCloseTo(zero!.y, 3)
    expect(marks[1].label!.y).toBeGreaterThan(marks[1].box.y + marks[1].box.h)
    expect(names[1].y).toBeGreaterThan(marks[1].label!.y + 4)
    expect(marks[0].label!.y).toBeLessThan(marks[0].box.y)
  })

  it('leaves values out where there is no room, but for the chosen one, and has a scale instead', () => {
    const plot = plotOf(quarters, 592, 'q-1-4')
    expect(labels(plot)).toHaveLength(1)
    expect(plot.scale.map(({ text }) => text)).toEqual(['0', '100', '200', '300'])
    expect(plotOf(spent, 592).scale).toEqual([])
    expect(plot.names.length).toBeLessThan(24)
  })

  it('breaks its line at a gap', () => {
    expect(plotOf(sales, 592).lines.map(({ series, path }) => [series, path.split('L').length])).toEqual([[0, 3], [0, 3], [1, 6]])
  })

  it('has slices that are the whole together', () => {
    const { names, marks } = plotOf(segments, 592)
    expect(names[0].text).toBe('Industrial 12,267 · 34.7%')
    expect(marks.map(({ path }) => path.includes('A70 70'))).toEqual([true, true, true, true, true])
    const one = plotOf({ ...segments, labels: ['All'], series: [{ name: '', points: [segments.series[0].points[0]] }] }, 592)
    expect(one.marks[0].path).toMatch(/^M\S+ \S+a70 70 0 1 1 0 140/)
  })

  it('is drawn where all figures are the same, or there are none', () => {
    for (const numbers of [[0, 0], [5, 5], [-3, -3]]) {
      for (const kind of ['bar', 'line'] as const) {
        const chart = { ...cash, kind, labels: ['a', 'b'], series: [{ name: 'x', points: numbers.map((number, i) => ({ id: `p${i}`, value: String(number), number, shown: String(number) })) }] }
        expect(plotOf(chart, 592).marks.map(({ path }) => path).join()).not.toMatch(/NaN|Infinity/)
      }
    }
    const none = { ...cash, series: [{ name: 'x', points: cash.labels.map(() => ({ id: '', value: '', number: 0, shown: '' })) }] }
    expect(plotOf(none, 592).marks.map(({ path }) => path).join()).not.toMatch(/NaN|Infinity/)
  })

  it('cuts long names', () => {
    expect(cut('Electronics and Energy', 60)).toBe('Electron…')
    expect(cut('2018', 60)).toBe('2018')
  })
})
