// What an answer comes to when it is held against what it cites.
import type { Citation } from './types'

export type SentenceVerdict = 'verified' | 'partly' | 'not found'

/** A sentence that claims something. */
export interface Claim {
  text: string
  /** Where it stands in the answer, in bytes. */
  start: number
  end: number
  verdict: SentenceVerdict
  /** For a person; empty if nothing is to be said. */
  why: string
  /** A passage says something else of the same. */
  otherwise?: boolean
  uncited?: boolean
  /** What it cited that was never offered. */
  invented?: number[]
  score: number
  /** Numbers of the citations held against it, the best first. */
  citations: number[]
  /** What a model said of it; empty: none was asked. */
  model?: string
  modelWhy?: string
}

/** A citation's mark in the answer. */
export interface MarkVerdict {
  n: number
  /** Index of the sentence that it stands in. */
  sentence: number
  verdict: SentenceVerdict
  why: string
  otherwise?: boolean
}

export interface Audit {
  sentences: Claim[]
  /** In the order in which they stand in the answer. */
  marks: MarkVerdict[]
  verified: number
  partly: number
  notFound: number
  otherwise: number
  uncited: number
  invented: number[]
}

export interface FigureCell {
  table: number
  row: number
  column: number
  rowLabel: string
  head: string
  text: string
}

export interface FigureCandidate {
  text: string
  why: string
  document: string
  doc: string
  page: number
  label: string
  quote: string
  cell: FigureCell | null
}

/** What became of a figure of the answer. */
export interface FigureCheck extends FigureCandidate {
  start: number
  end: number
  value: string
  unit: string
  period: string
  verdict: 'quoted' | 'computed' | 'question' | 'flagged'
  kind: string
  notes: string[]
  candidates: FigureCandidate[]
}

/** A sentence of a text from anywhere, held against documents. */
export interface CheckedSentence {
  text: string
  start: number
  end: number
  verdict: SentenceVerdict
  otherwise: boolean
  why: string
  citations: Citation[]
}

export interface CheckedText {
  sentences: CheckedSentence[]
  numbers: FigureCheck[]
  /** What could not be done; empty: nothing. */
  note: string
}

export interface ToCheck {
  text: string
  /** Ids; none takes all. */
  documents: string[]
  /** The chat model too, about what words don't prove. */
  ask: boolean
}
