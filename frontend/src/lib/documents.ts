// What crosses between Go and the page about documents; see types.ts.
import type { Rect } from './marks'

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
  /** Findable by meaning as an older version of the model understood it. */
  stale: boolean
  /** How its pages were read, in a sentence; empty for one that was added before this was kept. */
  certificate: string
  /** Pages whose text cannot be relied on, or that gave none though there is something on them. */
  doubtful: number
  /** Pages that hold text which nobody sees. */
  hidden: number
  tables: number
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
  /** What is to be said of text on the page that nobody sees, as a sentence. */
  hidden?: string
  /** How many characters such text has. */
  hiddenChars?: number
  /** It is in the page's text all the same, as the person chose. */
  hiddenUsed?: boolean
}

/** Text on a page that nobody sees. */
export interface Hidden {
  /** Why it isn't seen: "too small to read". */
  how: string
  text: string
}

/** How a document was read. */
export interface Certificate {
  /** Empty for a document that was added before this was kept; then there are no pages. */
  summary: string
  /** The second reader has had its turn. */
  compared: boolean
  /** Text that nobody sees was looked for. */
  sought: boolean
  /** Such text is used, as the person chose. */
  used: boolean
  pages: Verdict[]
}

/** An entry of a document's table of contents, as its file has it. */
export interface Heading {
  title: string
  /** From 1; 0: it leads to none. */
  page: number
  /** From 1. */
  level: number
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
  /** The person's; nothing is found of them. */
  tags: string[]
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

export interface TableList {
  /** False for a document that was added before tables were looked for. */
  looked: boolean
  tables: TableInfo[]
}

export interface TableInfo {
  /** Its place in the document, from 1. */
  n: number
  /** Where it begins. */
  page: number
  label: string
  /** Its pages, in words. */
  where: string
  caption: string
  /** Of the whole table, as they are written. */
  units: string
  rows: number
  columns: number
  /** Lectern stands by its rows and columns. */
  sure: boolean
  /** On the page where it begins. */
  rect: Rect
}

/** A whole table, on however many pages. */
export interface TableSheet {
  info: TableInfo
  stub: string
  /** Line by line, each over all columns. */
  heads: TableHead[][]
  columns: TableColumn[]
  rows: TableRow[]
  parts: TablePart[]
}

export interface TableHead {
  text: string
  from: number
  span: number
}

export interface TablePart {
  page: number
  rect: Rect
}

/** Beside that of the labels. */
export interface TableColumn {
  head: string
  /** Of it alone. */
  units: string
  figure: boolean
}

/** One without cells is a heading within the table. */
export interface TableRow {
  page: number
  label: string
  /** The label with those that it stands under. */
  path: string
  depth: number
  notes: string[]
  total: boolean
  cells: TableCell[]
  rect: Rect
}

export interface TableCell {
  /** From 0. */
  column: number
  span: number
  text: string
  figure: boolean
  notes: string[]
  /** In words. */
  units: string
  /** Lectern stands by its row and its column. */
  sure: boolean
  rect: Rect
}

export interface TableWish {
  document: string
  n: number
  part: 'table' | 'row' | 'cell'
  row: number
  column: number
  format: 'tsv' | 'csv' | 'markdown'
}

export interface TableText {
  text: string
  /** What to tell the person; empty for nothing. */
  note: string
}

/** Both are empty if the person changed their mind. */
export interface SavedTables {
  path: string
  /** In a browser: from where to download it. */
  address: string
}
