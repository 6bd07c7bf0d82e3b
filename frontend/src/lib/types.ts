// What the page and the Go side say to each other. Times are RFC 3339, arrays are never null.

import type { Verdict } from './documents'
import type { Filter } from './found'
import type { Audit, FigureCheck } from './proof-types'
import type { Receipt } from './receipt-types'

export type * from './documents'
export type * from './found'
export type * from './proof-types'
export type * from './receipt-types'

export interface Model {
  name: string
  bytes: number
  chat: boolean
  embed: boolean
  /** Reads pictures. */
  vision: boolean
}

export interface Suggestion {
  name: string
  size: string
  command: string
  why: string
}

export interface Status {
  version: string
  home: string
  workspace: string
  /** The page runs in a browser: no native dialog, files are uploaded. */
  browser: boolean
  ollama: 'running' | 'stopped' | 'missing'
  ollamaHost: string
  ollamaVersion: string
  message: string
  hint: string
  chatModel: string
  embedModel: string
  models: Model[]
  suggestedChat: Suggestion
  suggestedEmbed: Suggestion
  /** That can be chosen from, the usual one first. */
  workflows: Workflow[]
  /** Documents that wait for vectors. */
  embedding: number
  /** The host of the search server that reports may ask; empty while it is off. */
  web: string
  /** What is wrong with the data folder, and what to do; empty if nothing is. */
  trouble: string
  /** Nothing else can be done until it was mended. */
  mendable: boolean
  /** PDFs that are there then. */
  files: number
}

/** What is remembered of a turn, or of several that were put together. */
export interface Memory {
  /** Of the last of its turns. */
  run: string
  conversation: string
  /** Of the conversation. */
  title: string
  question: string
  summary: string
  asked: string
  turns: number
}

export interface AddResult {
  accepted: number
  message: string
}

export interface ConversationInfo {
  id: string
  title: string
  updated: string
  turns: number
  running: boolean
}

export type Workflow = 'chat' | 'checked' | 'analyst' | 'research' | 'report'
export type Mode = 'auto' | 'documents' | 'chat'
export type TurnStatus = 'running' | 'answered' | 'needs_person' | 'stopped' | 'failed'
export type AnswerMode = 'model' | 'passages'

export interface Citation {
  n: number
  /** Id of the document; `doc` is its name. */
  document: string
  doc: string
  page: number
  label: string
  passage: string
  quote: string
  prefix: string
  suffix: string
  /** On the page, when it was cited; empty: not known. */
  verdict: Verdict['verdict'] | ''
  /** What is to be said of the page's text; empty: nothing. */
  doubt: string
  /** Where else the passage stands, or one that says the same. */
  places?: Place[]
}

/** Where a passage stands. */
export interface Place {
  passage: string
  document: string
  doc: string
  page: number
  label: string
}

export interface Source {
  passage: string
  document: string
  doc: string
  page: number
  label: string
  heading: string
  text: string
  /** Where else it stands. */
  places?: Place[]
}

/** Something worth knowing inside a step. */
export interface Note {
  text: string
  /** What it tells of went to another machine. */
  leaves: boolean
}

export interface Step {
  node: string
  title: string
  summary: string
  millis: number
  notes: Note[]
  /** Number of the saved state that it was given; 0: not known. */
  checkpoint: number
  /** Tells steps of one node apart; empty: not known. */
  task: string
  /** That it asked; empty: none. */
  model: string
  /** Read and written by models in this step. */
  tokensIn: number
  tokensOut: number
}

/** A line of a plan. */
export interface Item {
  /** Empty for one that the person added. */
  id: string
  text: string
  done: boolean
  /** The program added it while it worked. */
  own: boolean
}

/** A question to the person, shown until it is answered. */
export interface Card {
  id: string
  kind: 'text' | 'choice' | 'plan'
  text: string
  help: string
  options: string[]
  items: Item[]
}

export interface Reply {
  text: string
  /** A plan as it is to be; empty leaves it as it was. */
  items: Item[]
}

/** What a person wants of one run alone. */
export interface Wishes {
  /** Whose documents it is limited to; empty for all. */
  folder: string
  /** Of the answer, in its own words; empty takes the question's. */
  language: string
  /** Numbers of the workflow that differ from the settings. */
  numbers: NumberWish[]
}

export interface NumberWish {
  name: string
  value: number
}

export interface Turn {
  run: string
  question: string
  workflow: Workflow
  mode: Mode
  files: string[]
  /** See Wishes. */
  folder: string
  /** That were wanted, that were read in the question and counted, and that were read there but not wanted. */
  filters: Filter[]
  found: Filter[]
  off: Filter[]
  language: string
  numbers: NumberWish[]
  status: TurnStatus
  answer: string
  answerMode: AnswerMode
  citations: Citation[]
  sources: Source[]
  steps: Step[]
  message: string
  model: string
  millis: number
  asked: string
  lastSeq: number
  /** What the person is asked. */
  cards: Card[]
  /** Of the answer's sentences; null if it doesn't claim to be from documents. */
  audit: Audit | null
  /** Of the answer's figures. */
  figures: FigureCheck[]
  /** Calls whose prompt Ollama cut; they were made again with less. */
  cut: number
  /** What the workflow made beside the answer, in its own form; null if nothing. */
  made: unknown
  /** Its place among the branches, from 1. */
  branch: number
  /** The runs that stand at this place of the conversation, in the order in which they were asked; its own is one of them. */
  branches: string[]
}

export interface Conversation {
  id: string
  title: string
  turns: Turn[]
}

export interface Question {
  /** Empty begins a new conversation. */
  conversation: string
  text: string
  workflow: Workflow
  mode: Mode
  files: string[]
  /** See Wishes. */
  folder: string
  /** What the documents must be like, and what is read in the text but not wanted. */
  filters: Filter[]
  off: Filter[]
  /** Nothing is to be read in the text. */
  all: boolean
  language: string
  numbers: NumberWish[]
  /** For this question; empty takes the one in the settings. */
  model: string
  /** The run that this is asked instead of: a second branch at its place. Empty asks below what is shown. */
  instead: string
}

export interface Started {
  run: string
  conversation: string
}

export type EventKind =
  | 'start'
  | 'step'
  | 'note'
  | 'stepdone'
  | 'sources'
  | 'token'
  | 'citation'
  | 'restart'
  | 'made'
  | 'ask'
  | 'replied'
  | 'done'

export interface RunEvent {
  /** Counts from 1 within its run, without holes. */
  seq: number
  run: string
  conversation: string
  at: string
  kind: EventKind
  node: string
  text: string
  millis: number
  citation?: Citation
  sources: Source[]
  citations: Citation[]
  status: TurnStatus | ''
  answer: string
  mode: AnswerMode | ''
  model: string
  checkpoint?: number
  task?: string
  tokensIn?: number
  tokensOut?: number
  /** Of a note. */
  leaves?: boolean
  cards?: Card[]
  made?: unknown
  audit?: Audit
  numbers?: FigureCheck[]
  receipt?: Receipt
}

/** A part of the state that steps hand on. */
export interface Field {
  name: string
  /** JSON, indented by two spaces. */
  value: string
}

export interface StepDetail {
  /** What the step was given. */
  in: Field[]
  /** What it changed. */
  out: Field[]
}

export interface PageText {
  page: number
  label: string
  text: string
}

export interface Advanced {
  key: string
  group: string
  title: string
  help: string
  value: number
  default: number
  min: number
  max: number
  step: number
  /** Where the number stands for one of these, from 0. */
  options: string[]
}

/** The model of a single step; empty takes the run's. */
export interface NodeModel {
  key: string
  group: string
  title: string
  model: string
}

/** The search server that research reports may ask. */
export interface WebSettings {
  on: boolean
  /** That is started, with its arguments; empty if there is an address. */
  program: string
  args: string[]
  address: string
  /** Names of the server's tools. */
  searchTool: string
  summariesTool: string
  pageTool: string
}

export interface Settings {
  ollamaHost: string
  embedHost: string
  chatModel: string
  embedModel: string
  /** Who reads pages that are pictures: empty is tesseract, if it is installed; `nobody`; else a model. */
  scans: string
  /** Languages that tesseract knows; none: it is not installed. */
  tesseract: string[]
  /** How to install it, or another language of it. */
  moreScans: string
  web: WebSettings
  advanced: Advanced[]
  nodes: NodeModel[]
}
