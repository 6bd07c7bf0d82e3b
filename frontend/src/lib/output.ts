// What workflows make beside the answer. It comes as JSON of their own form: what doesn't have it is not shown.

import type { AnalystOutput, ChartData, CheckedOutput, Item, ReportOutput, ResearchOutput, Score } from './types'

export function checkedOutput(made: unknown): CheckedOutput | null {
  const m = made as CheckedOutput | null
  const fine =
    isRecord(m) && isRecord(m.scores) && Object.values(m.scores).every(isScore) && isScore(m.confidence) && isRecord(m.audit) &&
    [m.notes, m.retries, m.unsupportedClaims, m.gaps, m.conflicts, m.audit.unsupported].every(Array.isArray)
  return fine ? m : null
}

/** While it works only the plan and the cost so far are told; the rest comes at its end. */
export function researchOutput(made: unknown): Partial<ResearchOutput> & { plan: Item[] } | null {
  const fine =
    isRecord(made) && Array.isArray(made.plan) && made.plan.every((item) => isRecord(item) && typeof item.text === 'string') &&
    (made.cost === undefined || isRecord(made.cost)) &&
    (made.findings === undefined || [made.findings, made.references, made.open].every(Array.isArray) && isRecord(made.scores) && isRecord(made.cost))
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
  return { ...m, charts: m.charts.filter(isChart) }
}

function isChart(x: unknown): x is ChartData {
  if (!isRecord(x) || !['bar', 'line', 'pie'].includes(x.kind as string) || !Array.isArray(x.labels) || !Array.isArray(x.series)) return false
  const { labels, series } = x as unknown as ChartData
  return (
    labels.length > 0 && labels.length <= MOST_POINTS && series.length > 0 && series.length <= 12 &&
    series.every((one) => isRecord(one) && [one.values, one.numbers].every((list) => Array.isArray(list) && list.length === labels.length) && one.numbers.every(Number.isFinite))
  )
}

function isRecord(x: unknown): x is Record<string, unknown> {
  return typeof x === 'object' && x !== null && !Array.isArray(x)
}

function isScore(x: unknown): x is Score {
  return isRecord(x) && typeof x.value === 'number' && typeof x.word === 'string'
}
