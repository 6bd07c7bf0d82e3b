// What models were given in a run, call by call.

export interface Receipt {
  calls: Call[]
  /** Tokens read in all calls, as Ollama counted them, and written. */
  counted: number
  answer: number
  /** Calls of which Ollama read only a part. */
  cut: number
  /** Calls that were too many to be kept. */
  more: number
}

export interface Call {
  /** From 1. */
  n: number
  node: string
  task: string
  model: string
  began: string
  numCtx: number
  /** Tokens, before it was sent. */
  estimated: number
  /** By Ollama; 0: it didn't say. */
  counted: number
  /** Tokens written. */
  answer: number
  millis: number
  images: number
  /** Ollama read only a part. */
  cut: boolean
  /** Why there was no answer, or none that counted; empty if there was. */
  problem: string
  passages: CallPassage[]
  history: CallHistory
  /** Tokens of all the rest, as estimated. */
  instructions: number
  leftOut: LeftOut[]
}

export interface CallPassage {
  /** Empty: it isn't from a document of the library. */
  passage: string
  document: string
  doc: string
  page: number
  label: string
  tokens: number
  /** What is missing of it, and why; empty: it is whole. */
  why: string
}

/** Messages of the conversation. */
export interface CallHistory {
  kept: number
  leftOut: number
  /** Of those kept. */
  tokens: number
}

export interface LeftOut {
  what: string
  why: string
}

/** What was sent, word for word. */
export interface CallText {
  messages: CallMessage[]
  /** The form that the answer had to have; empty: free. */
  schema: string
}

export interface CallMessage {
  role: string
  text: string
}
