// What crosses between Go and the page about documents; see types.ts.

export interface Document {
  id: string
  name: string
  path: string
  /** The last three are only told: `unchanged` could not be read again. */
  state: 'queued' | 'reading' | 'embedding' | 'ready' | 'failed' | 'removed' | 'duplicate' | 'unchanged'
  pages: number
  pagesRead: number
  passages: number
  embedded: number
  keywordOnly: boolean
  /** How its pages were read, in a sentence; empty for one that was added before this was kept. */
  certificate: string
  /** Pages whose text cannot be relied on, or that gave none though there is something on them. */
  doubtful: number
  /** Numbers of the pages that gave no text. */
  unread: number[]
  reason: string
  added: string
  bytes: number
  secondsLeft: number
}

/** How far the text of a page can be relied on. */
export interface Verdict {
  /** From 1. */
  n: number
  label: string
  verdict: 'confirmed' | 'single' | 'doubtful' | 'ocr' | 'unreadable'
  /** A sentence; empty for a page that is confirmed. */
  why: string
  /** That the text is from; empty if there is none. */
  reader: string
  chars: number
}

/** How a document was read. */
export interface Certificate {
  /** Empty for a document that was added before this was kept; then there are no pages. */
  summary: string
  /** The second reader has had its turn. */
  compared: boolean
  pages: Verdict[]
}

export interface Metadata {
  title: string
  authors: string
  /** As en, de, ja. */
  language: string
  company: string
  /** 0: not known. */
  year: number
  type: string
}

/** Where each field was found, in words; empty for none. */
export interface Where {
  title: string
  authors: string
  company: string
  year: string
  type: string
  language: string
}

/** Something that a document is called by. */
export interface Name {
  text: string
  /** Empty for one that the person added. */
  kind: 'title' | 'file' | 'abbreviation' | 'law' | ''
}

/** What a document is about, and what it is called by. */
export interface Learnt {
  metadata: Metadata
  names: Name[]
}

export interface Details {
  id: string
  name: string
  path: string
  pages: number
  bytes: number
  added: string
  /** What counts. */
  learnt: Learnt
  /** The same as the program found it, without what the person made of it. */
  found: Learnt
  where: Where
}
