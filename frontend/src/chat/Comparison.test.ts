import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterEach, describe, expect, it } from 'vitest'
import Comparison from './Comparison.svelte'
import { answered, made, others } from '../dev/compared'
import { turn } from '../dev/samples'
import { KEY, Lectern } from '../lib/lectern'
import type { AnalystOutput, Turn } from '../lib/types'

afterEach(cleanup)

function show(made: AnalystOutput, change: Partial<Turn> = {}) {
  const output = JSON.parse(JSON.stringify(made)) as AnalystOutput // as it comes: no two entries share a cell
  const lectern = new Lectern()
  const props = { turn: { ...answered(turn({ run: 'r1' }), output), ...change }, made: output }
  render(Comparison, { props, context: new Map([[KEY, lectern]]) })
  return lectern.desk
}

const table = () => screen.getAllByRole('table')[0]
const figure = (name: RegExp) => within(table()).getByRole('button', { name })
const lines = () => within(table()).getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent?.replace(/\s+/g, ' ').trim()))

describe('the table of a comparison', () => {
  it('has a line for each measure and below it a row for each company', () => {
    show(made)
    const all = lines()
    expect(all[0]).toEqual(['Million US-$', '2016', '2017', '2018', '2019', '2020', '2021', '2022'])
    expect(all[1]).toEqual(['Capital expenditure'])
    expect(all[2][0]).toBe('3M')
    expect(all.map(([first]) => first)).toEqual(['Million US-$', 'Capital expenditure', '3M', 'General Mills', 'Net sales', '3M', 'General Mills', 'Capital expenditure, share of net sales', '3M', 'General Mills'])
  })

  it('has no empty label where there are no companies', () => {
    show(others)
    expect(lines().map(([first]) => first)).toEqual(['Measure', 'Operating cash flow, Million US-$'])
  })

  it('says why there is a gap', () => {
    show(made)
    const gap = within(table()).getAllByTitle('No filing of 3M in the library covers 2019.')
    expect(gap).toHaveLength(3)
    expect(gap[0].textContent?.trim()).toMatch(/^–\s*No filing of 3M in the library covers 2019\.$/)
    expect(gap[0].querySelector('[aria-hidden=true]')?.textContent).toBe('–')
  })

  it('flags what can’t be relied on, with the reason', () => {
    show(made)
    const flagged = figure(/\$537\.6 million: Capital expenditure, General Mills, 2019 Two readers found different letters/)
    expect(flagged.title).toMatch(/^Two readers/)
    expect(flagged.querySelector('svg')).not.toBeNull()
    expect(figure(/\$1,577 million/).querySelector('svg')).toBeNull()
  })

  it('tints what was added', () => {
    show({ ...made, comparison: { ...made.comparison!, added: ['2017', 'General Mills'] } })
    const rows = within(table()).getAllByRole('row')
    expect([...rows[0].children].filter((one) => one.classList.contains('new')).map((one) => one.textContent)).toEqual(['2017'])
    expect(rows.filter((row) => row.classList.contains('new'))).toHaveLength(3)
  })

  it('opens the cell of a figure, and the others can be walked', async () => {
    const desk = show(made)
    await fireEvent.click(figure(/\$1,577 million/))
    expect(figure(/\$1,577 million/).getAttribute('aria-pressed')).toBe('true')
    expect(screen.queryByTestId('derivation')).toBeNull()
    expect(desk.spot).toMatchObject({ document: 'annual', page: 2, cell: { text: '(1,577)' } })
    expect([desk.reading?.at, desk.reading?.spots.length]).toEqual([2, 24])
    desk.walk(1)
    await tick()
    expect(figure(/\$1,501 million/).getAttribute('aria-pressed')).toBe('true')
  })

  it('shows how a figure was worked out, until Escape', async () => {
    const desk = show(made)
    await fireEvent.click(figure(/4\.8 %: Capital expenditure, share of net sales, 3M, 2018/))
    const derived = screen.getByTestId('derivation')
    expect(derived.textContent).toContain('Capital expenditure, share of net sales, 3M, 2018')
    expect(within(derived).getAllByRole('row').slice(1).map((row) => row.textContent?.replace(/\s+/g, ' ').trim())).toEqual([
      expect.stringMatching(/Purchases of property, plant and equipment, year 2018.*3M_2018_10K, p\. 59.*\(1,577\)/), expect.stringMatching(/Net sales, year 2018.*p\. 60.*32,765/),
    ])
    await fireEvent.click(within(derived).getByRole('button', { name: /^Open 32,765/ }))
    expect(desk.spot).toMatchObject({ page: 3, cell: { text: '32,765' } })
    expect(within(derived).getAllByRole('row').filter((row) => row.classList.contains('on')).map((row) => row.textContent)).toEqual([expect.stringContaining('Net sales')])
    expect(screen.getByTestId('derivation')).toBe(derived) // its own cells leave the figure chosen
    await fireEvent.keyDown(figure(/4\.8 %/), { key: 'Escape' })
    expect(screen.queryByTestId('derivation')).toBeNull()
  })

  it('opens the passage of what stands in a sentence', async () => {
    const source = { passage: 'p-annual-3', document: 'annual', doc: '3M_2018_10K.pdf', page: 3, label: '60', heading: 'Liquidity', text: 'In that year it was −310.', places: [] }
    const desk = show(others, { sources: [source] as never })
    await fireEvent.click(figure(/-310 million/))
    expect(desk.spot).toMatchObject({ passage: 'p-annual-3', quote: 'In that year it was −310.', label: '60' })
    expect(desk.spot?.cell).toBeUndefined()
  })
})

describe('a chart of it', () => {
  const mark = (name: string) => within(screen.getAllByTestId('chart')[0]).getByRole('button', { name })

  it('chooses what the table has', async () => {
    const desk = show(made)
    await fireEvent.click(mark('2018, 3M: 1,577 million US-$'))
    expect(figure(/\$1,577 million/).getAttribute('aria-pressed')).toBe('true')
    expect(desk.spot?.cell).toMatchObject({ text: '(1,577)' })
    expect(mark('2018, 3M: 1,577 million US-$').getAttribute('aria-pressed')).toBe('true')
  })

  it('is one stop of Tab, walked by arrows, and pressed by Enter', async () => {
    show(made)
    const all = within(screen.getByTestId('chart')).getAllByRole('button')
    expect(all.map((one) => one.getAttribute('tabindex')).filter((one) => one === '0')).toHaveLength(1)
    all[0].focus()
    await fireEvent.keyDown(all[0], { key: 'ArrowLeft' })
    expect(document.activeElement).toBe(all.at(-1))
    await fireEvent.keyDown(all.at(-1)!, { key: 'Enter' })
    expect(figure(/\$568\.7 million/).getAttribute('aria-pressed')).toBe('true')
  })

  it('says what it is to those who don’t see it', () => {
    show(made)
    expect(screen.getByRole('group', { name: /^Capital expenditure, million US-\$: bar chart/ })).toBeTruthy()
  })
})
