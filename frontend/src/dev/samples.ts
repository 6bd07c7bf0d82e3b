// What the fake program holds: a small library and a conversation about it.
import { answered, made, others } from './compared'
import type { Adding, Backup, DataFolder, Advanced, CallText, ReadingReport, Citation, Conversation, Details, Document, Facet, Field, Filter, Heading, Hidden, Hit, DocumentMetadata, Memory, Narrowed, Piece, Reading, Reason, Receipt, Calibration, SearchResponse, Source, Status, Step, StepDetail, TableSheet, Turn, Verdict, SearchRequest, Settings, Why } from '../lib/types'

export const status: Status = {
  version: '0.1.0', home: '/home/me/.local/share/lectern', workspace: 'Library', workspaceId: 'Library', browser: false,
  ollama: 'running', ollamaHost: '127.0.0.1:11434', ollamaVersion: '0.12.3', message: '', hint: '',
  chatModel: 'qwen3:8b', embedModel: 'nomic-embed-text',
  models: [
    { name: 'qwen3:8b', bytes: 5.2e9, chat: true, embed: false, vision: false, small: false, context: 40960, perToken: 147456 },
    { name: 'llama3.2:3b', bytes: 2e9, chat: true, embed: false, vision: false, small: false, context: 131072, perToken: 114688 },
    { name: 'nomic-embed-text', bytes: 274e6, chat: false, embed: true, vision: false, small: false, context: 2048, perToken: 0 },
  ],
  suggestedChat: { name: 'qwen3:8b', size: '5.2 GB', why: 'for 16 GB of memory' },
  suggestedEmbed: { name: 'nomic-embed-text', size: '274 MB', why: '' },
  workflows: [{ name: 'chat', label: 'Chat', hint: 'Answers at once' }],
  elsewhere: [], memory: 16, look: { theme: '', text: '', language: '', noLetters: false, internals: false },
  embedding: 0, web: '', trouble: '', mendable: false, files: 0,
}

export const without: Status = {
  ...status, ollama: 'missing', ollamaVersion: '', chatModel: '', embedModel: '', models: [],
  message: 'Not found at 127.0.0.1:11434.', hint: 'It answers the questions; without it you can search and read.',
}

const document = (id: string, name: string, rest: Partial<Document> = {}): Document => ({
  id, name, path: `/home/me/Papers/${name}`, folder: '', state: 'ready', pages: 1, pagesRead: 1, firstPages: 0, passages: 40, embedded: 40, keywordOnly: false, stale: false,
  readingSummary: `${rest.pages ?? 1} pages: all read and confirmed by a second reader`, doubtful: 0, pictures: 0, hidden: 0, tables: 0, unread: [], reason: '', added: '2025-05-02T10:00:00Z', bytes: 812_000, secondsLeft: 0, share: 1, ...rest,
})

export const documents: Document[] = [
  document('proposal', 'CMS_heavy_ion_proposal.pdf'),
  document('columns', 'Two columns.pdf', { pages: 3, hidden: 1, readingSummary: '3 pages: 3 read and confirmed by a second reader, 1 with text that isn\'t shown (p. 2)' }),
  document('annual', '3M_2018_10K.pdf', { pages: 160, tables: 3 }),
  document('netflix', 'NETFLIX_2017_10K.pdf', { state: 'embedding', pages: 96, passages: 820, embedded: 508, secondsLeft: 9, share: .62 }),
  document('mills', 'GENERALMILLS_2019_10K.pdf', { state: 'reading', pages: 160, pagesRead: 12, share: .03 }),
  document('lease', 'lease-scan.pdf', { pages: 40, unread: [3, 4], doubtful: 4, readingSummary: '40 pages: 28 read and confirmed by a second reader, 1 read by one reader, 7 by OCR, 2 doubtful (p. 6, 9), 2 could not be read (p. 3, 4)' }),
  document('notes', 'Meeting notes.pdf', { pages: 12, keywordOnly: true }),
  document('waiting', 'Thesis.pdf', { state: 'queued', pages: 0, passages: 0, embedded: 0 }),
  document('locked', 'payslip-march.pdf', { state: 'locked', pages: 0, passages: 0, embedded: 0, share: 0 }),
]

export const nothing: Adding = { of: 0, done: 0, failed: 0, known: 0, locked: 0, reading: 0, share: 0, secondsLeft: 0, paused: false }
export const adding: Adding = { ...nothing, of: 46, done: 14, failed: 3, locked: 1, reading: 2, share: .41, secondsLeft: 118 }

const found: DocumentMetadata = {
  metadata: { title: '3M Company Annual Report', authors: '', company: '3M', year: 2018, type: '10-K', language: 'en' },
  names: [{ text: '3M_2018_10K', kind: 'file' }, { text: '3M 2018 10K', kind: 'file' }, { text: '3M Company Annual Report', kind: 'title' }, { text: 'MMM', kind: 'abbreviation' }],
  tags: [],
}

export const details = ({ id, name, path, pages, bytes, added }: Document, learnt: DocumentMetadata = structuredClone(found)): Details => ({
  id, name, path, pages, bytes, added, current: learnt, aliases: [{ text: 'MMM', kind: 'symbol', where: 'page 1' }], found: structuredClone(found),
  where: { title: 'page 1', authors: '', company: 'the file’s name', year: 'the file’s name', type: 'the file’s name', language: 'its words' },
})

export const dataFolder: DataFolder = { home: '/home/me/.local/share/lectern', documents: 612e6, databases: 212e6, reports: 2e6, rest: 1e6, setAside: 0 }

export const backup: Backup = { made: '2026-11-24T18:02:00Z', by: '0.1.0', documents: 268, conversations: 14, missing: 0, bytes: 826e6 }

export const memories: Memory[] = [
  { run: 'run-1', conversation: 'c1', title: 'Cost of the heavy-ion proposal', question: 'How much money do they ask for, and what share of the whole is that?', summary: 'The proposal asks for 2 M$ in total, which is 0.4 % of the cost of the experiment.', asked: '2025-05-02T10:10:00Z', turns: 1 },
  { run: 'run-3', conversation: 'c3', title: 'Segment changes, 3M', question: 'Who pays the technician? … And what about personnel?', summary: 'Asked for were the technician and the personnel; neither is paid from the proposal.', asked: '2025-04-28T09:00:00Z', turns: 3 },
]

const verdict = (n: number): Verdict => {
  const page = { n, label: String(n), reader: 'pdfium', chars: 1800 }
  if (n === 3 || n === 4) return { ...page, verdict: 'unreadable', reader: '', chars: 0, why: 'It is a picture only: there is no text on it. tesseract found no letters in its picture.' }
  if (n === 6) return { ...page, verdict: 'doubtful', why: 'Two readers found different letters (71 % alike).' }
  if (n === 9) return { ...page, verdict: 'doubtful', why: 'Some of its characters are none: the file doesn\'t say what they mean.' }
  if (n > 20 && n < 28) return { ...page, verdict: 'ocr', reader: 'tesseract', why: 'Its letters were recognised in a picture.' }
  if (n === 40) return { ...page, verdict: 'single', why: 'The second reader could not read it.' }
  return { ...page, verdict: 'confirmed', why: '' }
}

/** The lease's pages differ, those of the others are fine. */
export const readingReport = ({ id, readingSummary: summary, pages }: Document): ReadingReport => ({
  summary, compared: true, sought: true, used: false,
  pages: Array.from({ length: pages }, (_, i) => (id === 'lease' ? verdict(i + 1) : {
    n: i + 1, label: String(i + 1), verdict: 'confirmed', why: '', reader: 'pdfium', chars: 1800,
    ...(id === 'columns' && i === 1 ? { hidden: 'This page holds text that isn\'t shown: 24 characters in the colour of what lies under it, 9 too small to read. It was left out.', hiddenChars: 33 } : {}),
  })),
})

/** What a page holds that nobody sees. */
export const hidden: Hidden[] = [{ how: 'in the colour of what lies under it', text: 'The true answer is forty-two.' }, { how: 'too small to read', text: 'Not so big' }]

/** Rows of a label and its figures, one below the other from a height on; the label's depth is its spaces in front. */
const rowsOf = (page: number, y: number, head: string[], units: string, ...rows: [string, ...string[]][]): TableSheet['rows'] => rows.map(([label, ...texts], i) => ({
  page, label: label.trim(), path: label.startsWith(' ') ? `${head[0]} › ${label.trim()}` : label, depth: label.startsWith(' ') ? 1 : 0, notes: [], total: label.startsWith('Net'),
  rect: { x: 0.1, y: y + i * 0.03, w: 0.8, h: 0.02 },
  cells: texts.map((text, column) => ({ column, span: 1, text, figure: /\d/.test(text), notes: [], units, sure: true, rect: { x: 0.55 + column * 0.12, y: y + i * 0.03, w: 0.1, h: 0.02 } })),
}))

/** What rows take up on a page. */
const around = (rows: TableSheet['rows'], page: number) => {
  const all = rows.filter((row) => row.page === page)
  const [top, last] = [all[0].rect.y - 0.03, all.at(-1)!.rect]
  return { x: 0.1, y: top, w: 0.82, h: last.y + last.h - top }
}
const YEARS = ['2018', '2017', '2016']
const table = (n: number, page: number, caption: string, units: string, sure: boolean, rows: TableSheet['rows']): TableSheet => ({
  info: { n, page, label: String(page), where: rows.at(-1)!.page > page ? `p. ${page}–${rows.at(-1)!.page}` : `p. ${page}`, caption, units, rows: rows.length, columns: 3, sure, rect: around(rows, page) },
  stub: '', heads: [[{ text: 'Years ended December 31', from: 0, span: 3 }], YEARS.map((text, from) => ({ text, from, span: 1 }))],
  columns: YEARS.map((head) => ({ head: `Years ended December 31 · ${head}`, units: '', figure: true })), rows,
  parts: [...new Set(rows.map((row) => row.page))].map((one) => ({ page: one, rect: around(rows, one) })),
})

export const outline: Heading[] = [
  { title: 'Part I', page: 1, level: 1 },
  { title: 'Item 1. Business', page: 1, level: 2 },
  { title: 'Item 1A. Risk factors', page: 2, level: 2 },
  { title: 'Part II', page: 2, level: 1 },
]

export const tables: TableSheet[] = [
  table(1, 2, 'Consolidated Statement of Cash Flows', 'Millions', true, [
    ...rowsOf(2, 0.2, ['Cash Flows from Investing Activities'], 'million US-$', ['Cash Flows from Investing Activities'], [' Purchases of PP&E', '(1,577)', '(1,373)', '(1,420)'], [' Proceeds from sale of PP&E', '262', '49', '58'], [' Acquisitions, net of cash', '13', '(2,023)', '(16)']),
    ...rowsOf(3, 0.2, [], 'million US-$', ['Net cash used in investing activities', '222', '(3,086)', '(1,403)']),
  ]),
  table(2, 3, 'Free cash flow', 'Millions', true, rowsOf(3, 0.4, [], 'million US-$', ['Net cash from operations', '6,439', '6,240', '6,662'], ['Free cash flow', '4,862', '4,867', '5,242'])),
  table(3, 4, '', '', false, rowsOf(4, 0.2, [], '', ['Region', '12', '14', '9'])),
]

const cite = (n: number, document: string, doc: string, page: number, passage: string, quote: string, prefix = '', suffix = ''): Citation => ({
  n, document, doc, page, label: String(page), passage, quote, prefix, suffix, verdict: 'confirmed', doubt: '',
})

export const citations: Citation[] = [
  cite(1, 'proposal', 'CMS_heavy_ion_proposal.pdf', 1, 'p1', 'This proposal asks for a total of 2 M$ for FY2007 through FY2010.', 'plan are described in Sections 9 and 10. ', ' The bulk of this funding will be used'),
  cite(2, 'proposal', 'CMS_heavy_ion_proposal.pdf', 1, 'p2', 'It should be noted that this contribution represents about 10% of the overall cost of the full DAQ system and 0.4% of the total cost of the CMS experiment.'),
  cite(3, 'columns', 'Two columns.pdf', 1, 'p3', 'Nam dui ligula, fringilla a, euismod sodales, sollicitudin vel, wisi.'),
  cite(4, 'proposal', 'CMS_heavy_ion_proposal.pdf', 1, 'p4', 'The quarterly review of the committee found no fault with the schedule as it was proposed in spring.'),
]

const source = (citation: Citation, heading: string): Source => ({
  passage: citation.passage, document: citation.document, doc: citation.doc, page: citation.page, label: citation.label, heading, text: citation.quote,
})

export const sources: Source[] = [
  source(citations[0], 'Overview: what is asked for'),
  source(citations[1], 'Overview: share of the whole'),
  source(citations[2], 'Abstract'),
  source(citations[3], ''),
  { passage: 'p5', document: 'proposal', doc: 'CMS_heavy_ion_proposal.pdf', page: 1, label: '1', heading: 'Overview', text: 'With the exception of 0.25 FTE technician in FY2007 for the initial setup of the trigger facility, no personnel are supported under this proposal.' },
]

export const answer = `The proposal asks for **2 M$ in total**, spread over the fiscal years 2007 to 2010.[1] Most of it buys computers for the trigger; the authors put that at about 10 % of the whole DAQ system and 0.4 % of the experiment.[2] From the two shares follows what the experiment costs:

$$
\\frac{2\\,\\text{M\\$}}{0.004} = 500\\,\\text{M\\$}
$$

| Share of | Part | Amount |
|---|--:|--:|
| DAQ system | 10 % | 20 M$ |
| CMS experiment | 0.4 % | 500 M$ |

- No personnel is paid from it, except $0.25$ FTE of a technician.[4]
- The text of the other document has nothing on this.[3] See [the experiment's site](https://cms.example.org/about) for figures of today.
`

const step = (checkpoint: number, node: string, title: string, summary: string, millis: number, rest: Partial<Step> = {}): Step => ({
  node, title, summary, millis, notes: [], checkpoint, task: `t${checkpoint}`, model: '', tokensIn: 0, tokensOut: 0, ...rest,
})

const steps: Step[] = [
  step(1, 'rewrite', 'Understood the question', 'a question about the documents', 310, { model: 'qwen3:8b', tokensIn: 204, tokensOut: 18 }),
  step(2, 'retrieve', 'Searched 2 documents', '24 passages, 10 of them by both ways', 84),
  step(3, 'grade', 'Read what was found', 'kept 5 of 10 passages', 1240, { model: 'qwen3:8b', tokensIn: 3120, tokensOut: 44, notes: [{ text: 'One passage was too long and was cut to 800 characters.', leaves: false }] }),
  step(4, 'answer', 'Wrote the answer', '142 words, 4 citations', 2480, { model: 'qwen3:8b', tokensIn: 1204, tokensOut: 196 }),
  step(5, 'audit', 'Checked the citations', 'every citation stands in its document', 96),
]

export const turn = (rest: Partial<Turn> = {}): Turn => ({
  run: 'run-1', question: '@CMS_heavy_ion_proposal.pdf How much money do they ask for, and what share of the whole is that?', mode: 'auto',
  files: ['CMS_heavy_ion_proposal.pdf'], status: 'answered', answer, answerMode: 'model', citations, sources, steps, message: '',
  model: 'qwen3:8b', millis: 4210, asked: '2025-05-02T10:10:00Z', lastSeq: 40, branch: 1, branches: [rest.run ?? 'run-1'], workflow: 'chat', folder: '', filters: [], preferred: [], off: [], readings: [], dropped: [], language: '', numbers: [], cards: [], made: null, told: { told: '', missing: [] }, figures: [], mends: [], cut: 0, ...rest,
})

const field = (name: string, value: unknown): Field => ({ name, value: JSON.stringify(value, null, 2) })

/** By node; the audit changes nothing. */
export const detail = (node: string): StepDetail => {
  const question = field('question', turn().question)
  const searches = field('searches', ['heavy-ion proposal total funding', 'share of the cost of CMS'])
  const hits = field('hits', sources.map(({ passage, doc, page, text }) => ({ passage, doc, page, text })))
  const details: Record<string, StepDetail> = {
    rewrite: { in: [question], out: [searches, field('intent', 'documents')] },
    retrieve: { in: [question, searches], out: [hits] },
    grade: { in: [question, hits], out: [field('kept', [0, 1, 2, 3, 4])] },
    answer: { in: [question, hits], out: [field('answer', answer), field('citations', citations)] },
    audit: { in: [field('answer', answer)], out: [] },
  }
  return details[node]
}

/** What was asked first at the place of `run-1`. */
export const earlier = [
  turn({ run: 'run-0', question: 'How much money do they ask for?', files: [], answer: 'The proposal asks for **2 M$ in total**, spread over the fiscal years 2007 to 2010.[1]\n', citations: citations.slice(0, 1), millis: 2100 }),
  turn({ run: 'run-0b', question: 'Is that a lot?', files: [], answer: 'It is about 0.4 % of the cost of the whole experiment.[2]\n', citations: citations.slice(1, 2), millis: 1900 }),
]

export const conversations: Conversation[] = [
  { id: 'c1', title: 'Cost of the heavy-ion proposal', turns: [turn()] },
  {
    id: 'c2', title: 'Notice period in the lease', turns: [
      turn({ run: 'run-2', question: '@"lease-scan.pdf" What is the notice period?', answer: 'The lease runs for two years and', citations: [], status: 'failed', files: [], steps: steps.slice(0, 3), message: 'Ollama stopped while it was writing. Start it again, then press Resume: what was found is kept.' }),
    ],
  },
  {
    id: 'c4', title: 'Capital expenditure, 2016 to 2022', turns: [
      answered(turn({ run: 'run-5', question: 'Operating cash flow and sales' }), others),
      answered(turn({ run: 'run-6', question: 'Add 2017' }), made),
    ],
  },
  {
    id: 'c3', title: 'Segment changes, 3M', turns: [
      turn({ run: 'run-3', question: 'Who pays the technician?', answerMode: 'passages', steps: steps.slice(0, 2), citations: citations.slice(0, 2), message: 'No model is installed, so nobody could write an answer. Install one in Settings, or read the passages.', answer: '> This proposal asks for a total of 2 M$ for FY2007 through FY2010.[1]\n\n> It should be noted that this contribution represents about 10% of the overall cost of the full DAQ system.[2]' }),
      turn({ run: 'run-4', question: 'And what about personnel?', status: 'stopped', answer: 'With the exception of 0.25 FTE', message: 'Stopped. What was written is kept.', citations: [], steps: steps.slice(0, 3) }),
    ],
  },
]

const advanced = (key: string, group: string, title: string, help: string, value: number, min: number, max: number, step: number, value0 = value): Advanced => ({
  key, group, shared: false, title, help, value, default: value0, min, max, step, options: [], once: false,
})

/** So many in each bin as a bell has there. */
const bell = (middle: number, width: number) => Array.from({ length: 40 }, (_, i) => Math.round(160 * Math.exp(-(((i + 0.5) / 40 - middle) ** 2) / 2 / width ** 2)))

export const scale: Calibration = {
  model: 'nomic-embed-text', passages: 18_400, measured: '2026-11-21T09:30:00Z', why: '', from: 0.15, to: 0.95, noise: bell(0.33, 0.1), signal: bell(0.64, 0.13), unrelated: 0.41,
  thresholds: [{ score: 0.6, at: 0.55, noise: 0.046, signal: 0.86 }, { score: 0.55, at: 0.52, noise: 0.09, signal: 0.92 }],
}

export const unmeasured: Calibration = {
  model: '', passages: 12, measured: '2026-11-21T09:30:00Z', why: "The library has too few passages to measure (12); from 50 on it is measured. Half of a question's words are taken as the middle instead.",
  from: 0, to: 0, noise: [], signal: [], unrelated: 0, thresholds: [{ score: 0.6, at: 0.5, noise: 0, signal: 0 }, { score: 0.55, at: 0.4, noise: 0, signal: 0 }],
}

export const settings: Settings = {
  ollamaHost: 'http://127.0.0.1:11434', embedHost: '', chatModel: '', answering: '', embedModel: '', keep: '', scans: '', tesseract: ['eng', 'deu'], moreScans: 'Another language, for instance fra: sudo apt install tesseract-ocr-fra',
  web: { on: false, program: '', args: [], address: '', searchTool: 'full-web-search', summariesTool: 'get-web-search-summaries', pageTool: 'get-single-web-page-content' },
  advanced: [
    advanced('retrieve.k', 'Searching', 'Passages to find', 'How many passages each of the two searches gives.', 24, 4, 100, 1),
    advanced('grade.keep', 'Searching', 'Passages to keep', 'How many the model gets to read.', 8, 1, 30, 1, 6),
    advanced('answer.temperature', 'Answering', 'Temperature', '0 gives the same answer every time.', 0.2, 0, 1.5, 0.1),
    advanced('answer.context', 'Answering', 'Context', 'Tokens that the model may read at once.', 8192, 2048, 131072, 1024),
  ],
  nodes: [{ key: 'chat.router', group: 'Answering', title: 'router', model: '' }],
}

const company: Filter = { field: 'company', value: '3M' }
const year: Filter = { field: 'year', value: '2018' }

export const facets: Facet[] = [
  { filter: company, documents: 1 }, { filter: { field: 'company', value: 'Netflix' }, documents: 1 }, { filter: year, documents: 1 },
  { filter: { field: 'year', value: '2017' }, documents: 1 }, { filter: { field: 'type', value: '10-K' }, documents: 3 }, { filter: { field: 'tag', value: 'tax' }, documents: 2 },
]

export const narrowed = (text: string, off: Filter[], wanted: Filter[] = [], dropped: Reading['as'][] = []): Narrowed => {
  const says = [[/\b3M\b/, company], [/\b2018\b/, year]] as const
  const preferred = says.filter(([words, filter]) => words.test(text) && !off.some(({ field }) => field === filter.field)).map(([, filter]) => filter)
  const readings = ([[/\bsum/, { as: 'summary', text: '' }], [/ and /, { as: 'parts', text: text.split(' and ').join('; ') }]] as [RegExp, Reading][])
    .filter(([words, { as }]) => words.test(text) && !dropped.includes(as)).map(([, reading]) => reading)
  return { wanted, preferred, readings, first: preferred.length ? 1 : 0, left: 9, of: 9, note: preferred.length ? `Documents of ${preferred.map(({ value }) => value).join('; ')} come first: 1 of 9.` : '' }
}

const why: Why = { words: ['total', 'funding'], parts: [], phrases: [], keywordRank: 3, vectorRank: 1, keyword: 11.42, cosine: 0.83, body: 8.2, heading: 1.7, section: 0, figures: 1.06, file: 0.93, phrase: 0 }

const marked = (text: string): Piece[] => text.split(/(total|funding)/).filter(Boolean).map((part) => ({ text: part, marked: /^(total|funding)$/.test(part) }))

export const hits: Hit[] = sources.map((one, i) => ({
  ...one, section: '', pieces: marked(one.text), score: 0.031 - i / 500, why: { ...why, keywordRank: i === 3 ? 0 : i + 1, vectorRank: i === 2 ? 0 : 5 - i, words: i === 3 ? [] : why.words },
}))

export const sought = ({ text, off, filters }: SearchRequest): SearchResponse => ({
  hits: /nothing/.test(text) ? [] : hits, absent: /nothing/.test(text) ? ['“nothing” occurs nowhere in these 9 files.'] : [], documents: 9,
  narrowed: narrowed(text, off, filters), byMeaning: true, note: '', millis: 2.4, model: 31,
})

export const reason: Reason = { text: 'How much money do they ask for?', reworded: false, documents: 9, pieces: marked(citations[0].quote), score: 0.031, why, narrowed: '' }

export const receipt: Receipt = {
  counted: 4730, answer: 412, cut: 1, faults: 0, mended: 0, more: 0,
  calls: [false, true].map((again, i) => ({
    n: i + 1, node: 'generator', task: 't4', model: 'qwen3:8b', began: '2026-11-18T09:12:00Z', numCtx: 8192,
    estimated: again ? 1658 : 3105, counted: again ? 1682 : 3048, answer: 206, millis: 2480, images: 0, fault: '', repair: false, cut: !again,
    problem: again ? '' : 'Ollama gave qwen3:8b only 3048 of about 3105 tokens of what it was to read. Set the context window to 3048 in Settings, or update Ollama.',
    passages: sources.slice(0, again ? 2 : 3).map(({ passage, document, doc, page, label }, n) => ({ passage, document, doc, page, label, tokens: 412 - 70 * n, why: n ? '' : 'shortened to its best sentences' })),
    history: { kept: 2, leftOut: again ? 4 : 0, tokens: 310 }, instructions: 286,
    leftOut: again ? [{ what: `${sources[2].doc}, p. ${sources[2].label}`, why: 'takes 342 tokens, 120 were left' }] : [],
  })),
}

export const receiptText: CallText = {
  messages: [{ role: 'system', text: 'Answer the question from the passages.' }, { role: 'user', text: '<knowledge_base id="1" document="CMS">\n<b>not bold</b>\n</knowledge_base>\n\nQuestion: How fast?' }],
  schema: '',
}
