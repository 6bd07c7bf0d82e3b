// What workflows make beside the answer. It comes as JSON of their own form: what doesn't have it is not shown.

import type { AnalystOutput, ChartData, CheckedOutput, Comparison, Item, ReportOutput, ResearchOutput, Score } from './types'

export function checkedOutput(made: unknown): CheckedOutput | null {
  const m = made as CheckedOutput | null
  const fine =
    isRecord(m) && isRecord(m.scores) && Object.values(m.scores).every(isScore) && isScore(m.confidence) && isRecord(m.audit) &&
    [m.notes, m.retries, m.unsupportedClaims, m.gaps, m.conflicts, m.audit.unsupported].every(Array.isArray)
  return fine ? m : null
}

/** While it works only the plan, what its tasks came to and the cost so far are told; the rest comes at its end. */
export function researchOutput(made: unknown): Partial<ResearchOutput> & { plan: Item[] } | null {
  const fine =
    isRecord(made) && Array.isArray(made.plan) && made.plan.every((item) => isRecord(item) && typeof item.text === 'string') &&
    (made.cost === undefined || isRecord(made.cost)) &&
    (made.findings === undefined || Array.isArray(made.findings)) &&
    (made.scores === undefined || [made.references, made.open].every(Array.isArray) && isRecord(made.scores) && isRecord(made.cost))
  return fine ? (made as unknown as ResearchOutput) : null
}

export function reportOutput(made: unknown): ReportOutput | null {
  const fine =
    isRecord(made) && isRecord(made.paths) && isRecord(made.verification) && Array.isArray(made.verification.claims) &&
    [made.sources, made.errors].every(Array.isArray)
  return fine ? (made as unknown as ReportOutput) : null
}

const MOST_POINTS = 500

export function analystOutput(made: unknown): AnalystOutput | null {
  if (!isRecord(made) || ![made.metrics, made.calculations, made.charts, made.failedChecks, made.missing].every(Array.isArray)) return null
  const m = made as unknown as AnalystOutput
  return { ...m, charts: m.charts.filter(isChart), comparison: isComparison(m.comparison) ? m.comparison : undefined }
}

function isChart(x: unknown): x is ChartData {
  if (!isRecord(x) || !['bar', 'line', 'pie'].includes(x.kind as string) || !isTexts([x.id, x.title, x.unit]) || !isTexts(x.labels) || !Array.isArray(x.series)) return false
  const { labels, series } = x as unknown as ChartData
  return (
    labels.length > 0 && labels.length <= MOST_POINTS && series.length > 0 && series.length <= 12 &&
    series.every((one) => isRecord(one) && typeof one.name === 'string' && Array.isArray(one.points) && one.points.length === labels.length && one.points.every(isPoint))
  )
}

const isPoint = (x: unknown) => isRecord(x) && isTexts([x.id, x.value, x.shown]) && Number.isFinite(x.number)

function isComparison(x: unknown): x is Comparison {
  if (!isRecord(x) || !isTexts([x.unit]) || !isTexts(x.periods) || !isTexts(x.added) || ![x.cells, x.worked, x.gaps].every(Number.isFinite) || !Array.isArray(x.measures)) return false
  const { periods, measures } = x as unknown as Comparison
  const isRow = (row: unknown) => isRecord(row) && isTexts([row.company]) && Array.isArray(row.entries) && row.entries.length === periods.length && row.entries.every(isEntry)
  return (
    periods.length > 0 && measures.length > 0 &&
    measures.every((one) => isRecord(one) && isTexts([one.label, one.unit]) && Array.isArray(one.rows) && one.rows.length > 0 && one.rows.every(isRow))
  )
}

const isEntry = (x: unknown) =>
  isRecord(x) && isTexts([x.id, x.shown, x.whole, x.value, x.formula, x.expression, x.gap]) && isTexts(x.flags) && Array.isArray(x.cells) &&
  x.cells.every((cell) => isRecord(cell) && isTexts([cell.document, cell.doc, cell.row, cell.text]) && isRecord(cell.rect))

const isTexts = (x: unknown): x is string[] => Array.isArray(x) && x.every((one) => typeof one === 'string')

function isRecord(x: unknown): x is Record<string, unknown> {
  return typeof x === 'object' && x !== null && !Array.isArray(x)
}

function isScore(x: unknown): x is Score {
  return isRecord(x) && typeof x.value === 'number' && typeof x.word === 'string'
}
