// What workflows make beside the answer. It comes as JSON of their own form: what doesn't have it is not shown.

export interface Score {
  /** 0 to 1. */
  value: number
  /** Strong, Partial or Weak; empty if there is no score. */
  word: string
}

export interface CheckedMade {
  scored: boolean
  scores: Record<'faithfulness' | 'relevance' | 'completeness' | 'citations' | 'overall', Score>
  confidence: Score
  audited: boolean
  attempts: number
  amber: boolean
  notes: string[]
  retries: { round: number; reason: string }[]
  unsupportedClaims: string[]
  gaps: string[]
  conflicts: { about: string }[]
  audit: { sentences: number; uncited: number; unsupported: { figure: string; sentence: string }[] }
}

export function checkedMade(made: unknown): CheckedMade | null {
  const m = made as CheckedMade | null
  const fine =
    isRecord(m) && isRecord(m.scores) && Object.values(m.scores).every(isScore) && isScore(m.confidence) && isRecord(m.audit) &&
    [m.notes, m.retries, m.unsupportedClaims, m.gaps, m.conflicts, m.audit.unsupported].every(Array.isArray)
  return fine ? m : null
}

function isRecord(x: unknown): x is Record<string, unknown> {
  return typeof x === 'object' && x !== null && !Array.isArray(x)
}

function isScore(x: unknown): x is Score {
  return isRecord(x) && typeof x.value === 'number' && typeof x.word === 'string'
}

/** A share as people write it: "82 %". */
export function percent(value: number): string {
  return `${Math.round(value * 100)} %`
}
