// A comparison as the analyst makes it, for the fake program and for tests: figures of two companies' filings.
import type { AnalystOutput, Citation, Comparison, Entry, Operand, Source, Turn } from '../lib/types'

const PERIODS = ['2016', '2017', '2018', '2019', '2020', '2021', '2022']
const DOCS = {
  '3M': [{ document: 'annual', doc: '3M_2018_10K.pdf', from: 2016 }, { document: '3m22', doc: '3M_2022_10K.pdf', from: 2020 }],
  'General Mills': [{ document: 'mills', doc: 'GENERALMILLS_2019_10K.pdf', from: 2017 }, { document: 'mills22', doc: 'GENERALMILLS_2022_10K.pdf', from: 2020 }],
}
type Company = keyof typeof DOCS

const SPENT: Record<Company, (number | null)[]> = { '3M': [1420, 1373, 1577, null, 1501, 1603, 1749], 'General Mills': [null, 684.4, 622.7, 537.6, 460.8, 530.8, 568.7] }
const SOLD: Record<Company, (number | null)[]> = { '3M': [30109, 31657, 32765, null, 32184, 35355, 34229], 'General Mills': [null, 15619.8, 15740.4, 16865.2, 17626.6, 18127, 18992.8] }

const written = (n: number, company: Company) => n.toLocaleString('en-US', company === '3M' ? {} : { minimumFractionDigits: 1 })
const base = (n: number) => String(Math.round(n * 1e6))

/** The cell of a company's row in a year. The first document has the tables of dev/samples.ts. */
function cell(company: Company, at: number, row: string, page: number, line: number, n: number, citation: number): Operand {
  const year = 2016 + at
  const { document, doc } = DOCS[company].findLast(({ from }) => from <= year)!
  const column = document === 'annual' ? 2018 - year : 2022 - year
  return {
    document, doc, page, table: 0, at: line, place: column, row, column: String(year), parents: [], caption: '', period: `year ${year}`, unit: 'USD', scale: 6, value: base(n),
    text: page === 2 ? `(${written(n, company)})` : written(n, company), rect: { x: 0.55 + column * 0.12, y: 0.2 + line * 0.03, w: 0.1, h: 0.02 }, passage: `p-${document}-${page}`, sentence: 0, citation,
  }
}

const gap = (company: string, at: number): Entry => ({
  id: '', shown: '', whole: '', value: '', formula: '', expression: '', gap: `No filing of ${company} in the library covers ${PERIODS[at]}.`, flags: [], cells: [],
})

let cited = 0
const rows = (label: string, page: number, line: number, of: typeof SPENT, key: string) =>
  (Object.keys(of) as Company[]).map((company) => ({
    company,
    entries: of[company].map((n, at): Entry => n === null ? gap(company, at) : {
      id: `${key}-${company}-${PERIODS[at]}`, shown: written(n, company), whole: `$${written(n, company)} million`, value: base(n), formula: '', expression: '', gap: '',
      flags: company === 'General Mills' && at === 3 ? ['Two readers found different letters on its page (71 % alike).'] : [],
      cells: [cell(company, at, label, page, line, n, ++cited)],
    }),
  }))

const spent = rows('Purchases of property, plant and equipment', 2, 1, SPENT, 'm1')
const sold = rows('Net sales', 3, 2, SOLD, 'm2')

const share = spent.map(({ company, entries }, r) => ({
  company,
  entries: entries.map((entry, at): Entry => {
    const other = sold[r].entries[at]
    if (!entry.id) return gap(company, at)
    const value = (100 * Number(entry.value)) / Number(other.value)
    return {
      ...entry, id: `c-${company}-${PERIODS[at]}`, shown: `${value.toFixed(1)} %`, whole: `${value.toFixed(1)} %`, value: String(value), flags: [],
      formula: `\\frac{${entry.shown}}{${other.shown}} \\times 100`, expression: 'c1 / c2 * 100', cells: [...entry.cells, ...other.cells],
    }
  }),
}))

export const comparison: Comparison = {
  unit: 'Million US-$', periods: PERIODS, added: ['2017'], cells: 24, worked: 12, gaps: 2, asked: { measures: [], companies: [], periods: [], language: 'en' },
  measures: [
    { label: 'Capital expenditure', unit: 'Million US-$', rows: spent },
    { label: 'Net sales', unit: 'Million US-$', rows: sold },
    { label: 'Capital expenditure, share of net sales', unit: '', rows: share },
  ],
}

const cells = [...spent, ...sold].flatMap(({ entries }) => entries.flatMap((entry) => entry.cells))

export const citations: Citation[] = cells.map(({ document, doc, page, passage, citation, text }) => ({
  n: citation, document, doc, page, label: String(page + 57), passage, quote: text, prefix: '', suffix: '', verdict: 'confirmed', doubt: '',
}))

export const sources: Source[] = [...new Map(cells.map(({ document, doc, page, passage }) => [passage, { passage, document, doc, page, label: String(page + 57), heading: '', text: '', places: [] } as unknown as Source])).values()]

const series = (of: typeof spent, name = (company: string) => company) => of.map(({ company, entries }) => ({
  name: name(company), points: entries.map(({ id, value, shown }) => ({ id, value: id ? String(Number(value) / 1e6) : '', number: id ? Number(value) / 1e6 : 0, shown })),
}))

export const made = {
  comparison, metrics: [], calculations: [], failedChecks: [], primary: '', finding: '', memory: [], filter: { companies: [], years: [], types: [] }, retrievals: 0, heals: 0, fromPassages: false, error: '',
  charts: [{ id: 'chart1', kind: 'bar', title: 'Capital expenditure', unit: 'million US-$', labels: PERIODS, series: series(spent), metrics: [] }],
  missing: ['Capital expenditure of 3M in 2019.'],
} as unknown as AnalystOutput

/** Other charts, and a measure without companies. */
export const others = {
  ...made,
  comparison: { ...comparison, unit: '', added: [], cells: 4, worked: 0, gaps: 0, periods: ['2019', '2020', '2021', '2022'], measures: [{
    label: 'Operating cash flow', unit: 'Million US-$', rows: [{ company: '', entries: [1204.5, -310, 98.25, 2410].map((n, at): Entry => ({
      id: `o-${at}`, shown: written(n, '3M').replace('-', '−'), whole: `${n} million`, value: base(n), formula: '', expression: '', gap: '', flags: [],
      cells: [{ ...cell('3M', 2, 'Cash from operations', 3, 1, Math.abs(n), 0), rect: { x: 0, y: 0, w: 0, h: 0 }, text: `it was ${n}` }],
    })) }],
  }] },
  missing: [],
  charts: [
    { id: 'chart2', kind: 'bar', title: 'Operating cash flow', unit: 'million US-$', labels: ['2019', '2020', '2021', '2022'], metrics: [], series: [{ name: 'Operating cash flow', points: [1204.5, -310, 98.25, 2410].map((n, at) => ({ id: `o-${at}`, value: String(n), number: n, shown: written(n, '3M').replace('-', '−') })) }] },
    { id: 'chart3', kind: 'line', title: 'Net sales', unit: 'million US-$', labels: PERIODS, metrics: [], series: series(sold) },
    { id: 'chart4', kind: 'pie', title: 'Sales by segment, 2018', unit: 'million US-$', labels: ['Industrial', 'Safety and Graphics', 'Health Care', 'Electronics and Energy', 'Consumer'], metrics: [], series: [{ name: '2018', points: [12267, 6827, 6021, 5472, 4796].map((n, at) => ({ id: `s-${at}`, value: String(n), number: n, shown: written(n, '3M') })) }] },
    { id: 'chart5', kind: 'bar', title: 'Capital expenditure by quarter', unit: 'million US-$', labels: Array.from({ length: 24 }, (_, i) => `Q${(i % 4) + 1} ${2017 + Math.floor(i / 4)}`), metrics: [], series: ['3M', 'General Mills', 'Best Buy'].map((name, k) => ({ name, points: Array.from({ length: 24 }, (_, at) => ({ id: `q-${k}-${at}`, value: '1', number: 300 + 90 * Math.sin(at + k), shown: (300 + 90 * Math.sin(at + k)).toFixed(1) })) })) },
  ],
} as unknown as AnalystOutput

const proved = { sentences: [{ text: '', verdict: 'verified', reason: '', why: '', citations: [1], start: 0, end: 1, uncited: false }], marks: [], verified: 1, partly: 0, notFound: 0, doubtful: 0, contradicted: 0, notChecked: 0, uncited: 0, invented: [] }

/** The answer that it is. */
export const answered = (turn: Turn, output: AnalystOutput): Turn => ({
  ...turn, workflow: 'analyst', answerMode: 'figure', answer: 'Capital expenditure of 3M in 2016 was $1,420 million.[1]', made: output, citations, sources, audit: proved as unknown as Turn['audit'], steps: [], model: '', files: [],
})
