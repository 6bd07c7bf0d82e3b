// The figures of a comparison, as a table on the page and as one for another program.
import { shown } from './mention'
import { say } from './messages'
import { byName } from './order'
import { pageOf } from './places'
import { distinct } from './tables'
import type { ChartData, Comparison, Entry, Facet, Measure, Operand } from './types'

/** All entries, measure by measure. */
export const entriesOf = ({ measures }: Comparison): Entry[] => measures.flatMap(({ rows }) => rows.flatMap(({ entries }) => entries))

export const entryOf = (comparison: Comparison, id: string): Entry | undefined => (id ? entriesOf(comparison).find((entry) => entry.id === id) : undefined)

/** All cells, each once, in the order of the table. */
export const allCells = (comparison: Comparison): Operand[] => distinct(entriesOf(comparison).flatMap(({ cells }) => cells))

/** The cells that charts come from. */
export function drawnCells(comparison: Comparison, charts: ChartData[]): Operand[] {
  const ids = new Set(charts.flatMap(({ series }) => series.flatMap(({ points }) => points.map(({ id }) => id))))
  return distinct(entriesOf(comparison).filter(({ id }) => id && ids.has(id)).flatMap(({ cells }) => cells))
}

/** Its entries' companies, each once. */
export const companiesOf = ({ measures }: Comparison): string[] => [...new Set(measures.flatMap(({ rows }) => rows.map(({ company }) => company)))].filter(Boolean)

/** Whether a measure has a line of its own above its companies. One without companies is named in its row. */
export const isHeaded = ({ rows }: Measure) => rows.some(({ company }) => company)

/** A measure with its unit, where the comparison has none of its own. */
export const titleOf = ({ label, unit }: Measure, comparison: Comparison) => (unit && unit !== comparison.unit ? [label, unit].join(say('words.next')) : label)

/** What isn't its last digits: "15,619" and ".8"; three digits after the only separator are thousands, unless nothing is before them. */
function fraction(shown: string): { text: string; rest: string } {
  const [, whole, text, rest] = /^(.*?)([.,]\d+)?(\D*)$/.exec(shown) ?? ['', shown, '', '']
  const grouped = text?.length === 4 && !/[.,]/.test(whole.replaceAll(text[0], '')) && !/(^|\D)0$/.test(whole)
  return { text: grouped ? '' : (text ?? ''), rest }
}

/** What a figure lacks, so that points stand below points: it is there, but not seen. Figures with different units stand by themselves. */
export function padding(shown: string, measure: Measure): string {
  const all = measure.rows.flatMap(({ entries }) => entries.filter((entry) => entry.shown).map((entry) => fraction(entry.shown)))
  const own = fraction(shown)
  if (all.some(({ rest }) => rest !== own.rest)) return ''
  const longest = all.reduce((most, { text }) => (text.length > most.length ? text : most), '')
  return longest.slice(own.text.length)
}

/** As a spreadsheet takes it: a minus is its own, and nothing that is text is taken for a formula. */
const plain = (text: string) => text.replace(/−/g, '-').replace(/[\u00a0\u202f]/g, ' ')
const harmless = (text: string) => (/^[=+\-@]./.test(text) ? `'${text}` : text).replace(/\s+/g, ' ')

/** The rows of a comparison as it is shown, its heads first. */
export function grid(comparison: Comparison): string[][] {
  const companies = companiesOf(comparison).length > 0
  const heads = [comparison.unit || say('compare.measure'), ...(companies ? [say('compare.company')] : []), ...comparison.periods]
  const rows = comparison.measures.flatMap((measure) => measure.rows.map(({ company, entries }) =>
    [titleOf(measure, comparison), ...(companies ? [company] : [])].map(harmless).concat(entries.map((entry) => plain(entry.shown)))))
  return [heads.map(harmless), ...rows]
}

export const asText = (comparison: Comparison) => grid(comparison).map((row) => row.join('\t')).join('\n')

/** As HTML, which spreadsheets and texts take with its rows and columns. */
export function asHtml(comparison: Comparison): string {
  const table = document.createElement('table')
  grid(comparison).forEach((row, at) => {
    const line = table.insertRow()
    for (const text of row) line.append(Object.assign(document.createElement(at ? 'td' : 'th'), { textContent: text }))
  })
  return table.outerHTML
}

/** "3M_2018_10K, p. 58, 60", for each document. `label` is what a page is called by. */
export function sourcesOf(cells: Operand[], label: (cell: Operand) => string): string[] {
  const pages = new Map<string, { doc: string; labels: string[] }>()
  for (const cell of [...cells].sort((a, b) => a.page - b.page)) {
    const of = pages.get(cell.document) ?? { doc: cell.doc, labels: [] }
    if (!of.labels.includes(label(cell))) of.labels.push(label(cell))
    pages.set(cell.document, of)
  }
  return [...pages.values()].map(({ doc, labels }) => [shown(doc), pageOf({ page: 0, label: labels.join(say('words.next')) })].join(say('words.next')))
}

/** The library's companies that aren't compared yet, by name. */
export function missingCompanies(facets: Facet[], compared: string[]): string[] {
  const known = new Set(compared.map((one) => one.toLowerCase()))
  return facets.filter(({ filter }) => filter.field === 'company' && !known.has(filter.value.toLowerCase())).map(({ filter }) => filter.value).sort(byName())
}
