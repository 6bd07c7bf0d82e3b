// What crosses between Go and the page about finding passages; see types.ts.

/** Narrows a search to the documents that are like it in one thing. */
export interface Filter {
  field: 'company' | 'author' | 'year' | 'type' | 'language' | 'folder' | 'tag'
  /** A year may be a range: 2016–2019, 2016–, –2019. */
  value: string
}

/** Something that searches can be narrowed by. */
export interface Facet {
  filter: Filter
  /** That are like it. */
  documents: number
}

/** What a search is limited to. */
export interface Narrowed {
  /** The person's. */
  wanted: Filter[]
  /** Read in the question, that count. */
  found: Filter[]
  /** Read in the question, that no document is like. */
  idle: Filter[]
  left: number
  of: number
  /** It in a sentence; empty: nothing is narrowed. */
  note: string
  /** Of the documents that it leaves, those whose company isn't known where the question names one. */
  unknown: number
}

/** What is to be looked for. */
export interface Wanted {
  text: string
  /** Ids; empty for all. */
  documents: string[]
  filters: Filter[]
  /** Read in the text, but not wanted. */
  off: Filter[]
  /** Nothing is to be read in the text. */
  all: boolean
  /** By meaning too. */
  meaning: boolean
  limit: number
}

export interface Sought {
  hits: Hit[]
  /** Sentences on what stands nowhere. */
  absent: string[]
  /** That were searched. */
  documents: number
  narrowed: Narrowed
  byMeaning: boolean
  /** Why not, if it was wanted. */
  note: string
  /** Of the search alone. */
  millis: number
  /** Milliseconds that the model took for the question. */
  model: number
}

/** A passage that was found. */
export interface Hit {
  passage: string
  document: string
  doc: string
  page: number
  label: string
  heading: string
  section: string
  text: string
  pieces: Piece[]
  score: number
  why: Why
}

/** A part of a passage's text. */
export interface Piece {
  text: string
  /** It is of the question. */
  marked: boolean
}

/** Why a passage was found. (body + heading + section + table) · figures + file + phrase = keyword. */
export interface Why {
  /** Of the question, that the passage has. */
  words: string[]
  /** Of what a measure in the question is worked out from. */
  parts: string[]
  phrases: string[]
  /** From 1; 0: words did not find it. */
  keywordRank: number
  vectorRank: number
  keyword: number
  cosine: number
  body: number
  heading: number
  section: number
  table: number
  figures: number
  file: number
  phrase: number
}

/** Why a passage was found for the question of a run. */
export interface Reason {
  /** That was searched for. */
  text: string
  /** It is not the question itself. */
  reworded: boolean
  documents: number
  pieces: Piece[]
  score: number
  why: Why
  narrowed: string
}

/** What similarities mean in the library, as searches go now. */
export interface Scale {
  /** That finds; empty: searches go by words alone. */
  model: string
  /** Of the library, when it was measured. */
  passages: number
  /** When, RFC 3339; empty: not yet. */
  measured: string
  /** Why it isn't from the library, in a sentence; empty if it is. */
  why: string
  /** Similarity at which the first bin begins, and at which the last ends. */
  from: number
  to: number
  /** Pairs of passages by chance, in each bin; empty if there is a `why`. */
  noise: number[]
  /** And of neighbours. */
  signal: number[]
  /** Similarity in the middle of the noise. */
  unrelated: number
  /** Of the checked answer: of a first round, and of a retry. */
  thresholds: Threshold[]
}

/** A score that passages need. */
export interface Threshold {
  score: number
  /** The similarity that scores so much. */
  at: number
  /** Share of the pairs by chance that reach it, 0 to 1, and of the neighbours. */
  noise: number
  signal: number
}
