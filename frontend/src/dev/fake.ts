// Stands in for the program while the page is developed: a script of events instead of a model.
// ?fake=start begins with nothing, ?fake=slow streams slowly. Never part of the built page.
import * as samples from './samples'
import { applied, newTurn } from '../lib/turn'
import type { Conversation, Document, DocumentMetadata, Question, RunEvent, Settings, Status, Turn, WebSettings } from '../lib/types'

/** Every way from the first question to a last one; `turns` are those of the shown one. */
type Talk = Conversation & { ways: Turn[][] }

const scene = new URLSearchParams(location.search).get('fake') ?? ''
const host = ({ address, program }: WebSettings) => (URL.canParse(address) ? new URL(address).host : program)
const pause = (millis: number) => new Promise((done) => setTimeout(done, millis))

export function install() {
  const listeners = new Map<string, Set<(...data: unknown[]) => void>>()
  let told = 0
  const emit = (name: string, ...data: unknown[]) => listeners.get(name)?.forEach((listener) => listener(...data, ++told))
  const empty = scene === 'start' || scene === 'empty'
  let status: Status = scene === 'start' || scene === 'nomodel' ? samples.without : samples.status
  let documents: Document[] = empty ? [] : structuredClone(samples.documents)
  let settings: Settings = structuredClone(samples.settings)
  const learnt = new Map<string, DocumentMetadata>()
  let memories = empty ? [] : structuredClone(samples.memories)
  let conversations: Talk[] = empty ? [] : structuredClone(samples.conversations).map((one) => ({ ...one, ways: [...(one.id === 'c1' ? [samples.earlier] : []), one.turns] }))
  const log = new Map<string, RunEvent[]>()
  const stopped = new Set<string>()
  let count = 0

  function tell(run: string, conversation: string, event: Partial<RunEvent>) {
    const events = log.get(run) ?? []
    const full: RunEvent = { seq: events.length + 1, run, conversation, at: new Date().toISOString(), kind: 'token', node: '', text: '', millis: 0, sources: [], citations: [], status: '', answer: '', mode: '', model: '', ...event }
    log.set(run, [...events, full])
    emit('run', full)
    if (full.kind === 'done') emit('conversations')
  }

  async function play(run: string, conversation: string, text: string, from = 0) {
    const say = (event: Partial<RunEvent>) => tell(run, conversation, event)
    const speed = scene === 'slow' ? 60 : 12
    const script = samples.turn().steps
    if (!from) say({ kind: 'start', text })
    else say({ kind: 'restart' })
    for (const step of script.slice(from, 3)) {
      const { node, checkpoint, task, model, tokensIn, tokensOut } = step
      say({ kind: 'step', node, checkpoint, task, text: { rewrite: 'Reading the question…', retrieve: 'Searching 2 documents…' }[step.node] ?? 'Reading what was found…' })
      await pause(speed * 20)
      for (const note of step.notes) say({ kind: 'note', node, task, ...note })
      say({ kind: 'stepdone', node, checkpoint, task, model, tokensIn, tokensOut, text: step.summary, millis: step.millis })
    }
    say({ kind: 'sources', sources: samples.sources })
    say({ kind: 'step', node: 'answer', checkpoint: 4, task: 't4', text: 'Writing the answer…' })
    let written = ''
    for (const word of samples.answer.match(/\s*\S+/g)!) {
      if (stopped.has(run)) return say({ kind: 'done', status: 'stopped', answer: written, mode: 'model', text: 'Stopped. What was written is kept.', millis: 2100 })
      for (const [, n] of word.matchAll(/\[(\d)\]/g)) say({ kind: 'citation', citation: samples.citations[Number(n) - 1] })
      say({ kind: 'token', text: word })
      written += word
      await pause(speed)
    }
    say({ kind: 'stepdone', node: 'answer', checkpoint: 4, task: 't4', model: 'qwen3:8b', tokensIn: 1204, tokensOut: 196, text: '142 words, 4 citations', millis: 2480 })
    say({ kind: 'done', status: 'answered', answer: samples.answer, mode: 'model', citations: samples.citations, millis: 4210, model: 'qwen3:8b' })
  }

  const find = (id: string) => {
    const found = conversations.find((one) => one.id === id)
    if (!found) throw 'This conversation is not there any more.'
    return found
  }

  const now = (turn: Turn) => applied(turn, (log.get(turn.run) ?? []).filter((event) => event.seq > turn.lastSeq))

  function shown({ id, title, turns, ways }: Talk): Conversation {
    const beside = (place: number) => ways.filter((way) => turns.slice(0, place).every((turn, i) => turn.run === way[i]?.run)).flatMap((way) => way[place]?.run ?? [])
    return { id, title, turns: turns.map((turn, place) => {
      const branches = [...new Set(beside(place))]
      return { ...now(turn), branch: branches.indexOf(turn.run) + 1, branches }
    }) }
  }

  /** Puts a turn below what is shown, or in the place of one of its turns. */
  function put(talk: Talk, turn: Turn, instead: string) {
    const at = talk.turns.findIndex(({ run }) => run === instead)
    const turns = [...talk.turns.slice(0, at < 0 ? undefined : at), turn]
    talk.ways = [...talk.ways.filter((way) => at >= 0 || way !== talk.turns), turns]
    talk.turns = turns
  }

  const holding = (run: string) => conversations.find(({ ways }) => ways.some((way) => way.some((turn) => turn.run === run)))!

  const added = (paths: string[]) => {
    const fresh = paths.map((path): Document => ({ ...samples.documents[0], id: `new-${++count}`, name: path.split('/').at(-1)!, path, state: 'reading', pages: 40, pagesRead: 7 }))
    documents = [...documents, ...fresh]
    emit('documents', fresh)
    return { accepted: fresh.length, message: '' }
  }

  window.runtime = {
    EventsOn(name, listener) {
      const all = listeners.get(name) ?? new Set()
      listeners.set(name, all.add(listener as (data: unknown) => void))
      return () => all.delete(listener as (data: unknown) => void)
    },
  }
  window.go = { main: { App: {
    Workspaces: async () => [{ id: 'Library', name: 'Library', documents: documents.length, conversations: conversations.length, busy: false, shown: true }],
    ShowWorkspace: async () => {},
    AddWorkspace: async () => 'Library',
    RenameWorkspace: async () => {},
    RemoveWorkspace: async () => { throw 'This is the only workspace.' },
    Status: async () => (await pause(40), status),
    LookAgain: async () => (await pause(400), status),
    Documents: async () => documents,
    AddPaths: async (paths) => added(paths),
    ChooseFiles: async () => added(['/home/me/Papers/Attention.pdf']),
    WorkflowGraph: async () => 'flowchart TD\n  s_start([start])\n  s_end([end])\n  s_router["router"]\n  s_start --> s_router\n  s_router --> s_end',
    Rescue: async () => false,
    ConversationsWith: async () => [],
    Notify: async () => {},
    ChooseFolder: async () => added(['/home/me/Papers/Attention.pdf']),
    MoveDocuments: async (ids, folder) => emit('documents', documents.filter(({ id }) => ids.includes(id)).map((one) => ({ ...one, folder }))),
    TagDocuments: async () => {},
    Adding: async () => (empty ? samples.nothing : samples.adding),
    PauseAdding: async (paused) => emit('adding', { ...samples.adding, paused }),
    AddFirst: async () => {},
    CancelAdding: async (id) => emit('documents', documents.filter((one) => one.id === id).map((one) => ({ ...one, state: 'removed' }))),
    CancelAllAdding: async () => emit('adding', samples.nothing),
    UnlockDocument: async (id) => emit('documents', documents.filter((one) => one.id === id).map((one) => ({ ...one, reason: 'wrong' }))),
    Sample: async () => ({ name: 'Lindholm ferry (sample)', questions: [] }),
    AddSample: async () => {},
    Pulls: async () => [],
    PullModel: async (model) => emit('pulls', [{ model, state: 'pulling', done: 3.1e9, all: 5.2e9, perSecond: 12e6, secondsLeft: 175, message: '' }]),
    PausePull: async (model) => emit('pulls', [{ model, state: 'paused', done: 3.1e9, all: 5.2e9, perSecond: 0, secondsLeft: 0, message: '' }]),
    CancelPull: async () => emit('pulls', []),
    Mend: async () => status,
    RemoveAndWipe: async (id) => { documents = documents.filter((one) => one.id !== id) },
    RemoveDocument: async (id) => { documents = documents.filter((one) => one.id !== id) },
    RetryDocument: async () => { throw 'The file is still protected. Save a copy without a password first.' },
    DocumentDetails: async (id) => {
      const document = documents.find((one) => one.id === id)
      if (!document) throw 'that document is not in the library (any more)'
      return structuredClone(samples.details(document, learnt.get(id)))
    },
    SaveDocumentDetails: async (id, wanted) => {
      if (wanted.metadata.year && wanted.metadata.year < 1000) throw `${wanted.metadata.year} is no year; write four digits, like 2024, or leave it empty`
      learnt.set(id, wanted)
    },
    ReadingReport: async (id) => {
      const document = documents.find((one) => one.id === id)
      if (!document) throw 'that document is not in the library (any more)'
      return samples.readingReport(document)
    },
    HiddenText: async () => samples.hidden,
    UseHidden: async () => {},
    Outline: async (id) => (id === 'annual' ? samples.outline : []),
    FindInDocument: async () => [],
    LastPlace: async () => ({ conversation: '', document: '', page: 0, source: 0, drafts: [] }),
    KeepPlace: async () => {},
    QuoteRects: async () => [],
    Tables: async (id) => ({ looked: id !== 'notes', tables: id === 'annual' ? samples.tables.map(({ info }) => info) : [] }),
    PageTables: async (id, page) => (id === 'annual' ? samples.tables.filter(({ parts }) => parts.some((part) => part.page === page)) : []),
    CopyTable: async (wish) => ({ text: `${wish.part} as ${wish.format}`, note: '' }),
    SaveTables: async () => ({ path: '/home/me/Documents/3M_2018_10K.xlsx', address: '' }),
    SaveExport: async (_id, format) => ({ path: `/home/me/Documents/Answer.${format}`, address: '' }),
    CopyAnswer: async () => samples.answer,
    SaveComparison: async (_run, format) => ({ path: `/home/me/Documents/Capital expenditure.${format}`, address: '' }),
    SavePicture: async (name) => ({ path: `/home/me/Documents/${name}.png`, address: '' }),
    ReadAgain: async (id) => {
      const document = documents.find((one) => one.id === id)!
      const tell = (rest: Partial<Document>) => {
        const changed = { ...document, ...rest }
        documents = documents.map((one) => (one.id === id ? changed : one))
        emit('documents', [changed])
      }
      if (document.state === 'reading') throw `${document.name} is being read; wait until that is done`
      void (async () => {
        for (let pagesRead = 0; pagesRead < document.pages; pagesRead += 4) {
          tell({ state: 'reading', pagesRead })
          await pause(120)
        }
        tell({ state: 'ready' })
      })()
    },
    JudgeAnswer: async () => (await pause(200), { sentences: [], marks: [], verified: 0, partly: 0, notFound: 0, doubtful: 0, contradicted: 0, notChecked: 0, uncited: 0, invented: [] }),
    MendFigure: async () => { throw 'nothing certain is offered for that figure (any more); open the conversation again' },
    UndoMend: async () => { throw 'nothing certain is offered for that figure (any more); open the conversation again' },
    Check: async () => (await pause(120), { sentences: [], numbers: [], citations: [], note: '' }),
    Search: async (wanted) => (await pause(30), samples.sought(wanted)),
    Facets: async () => samples.facets,
    Narrow: async ({ text, off, dropped }) => samples.narrowed(text, off, [], dropped),
    Warm: async () => {},
    Why: async () => (await pause(60), samples.reason),
    RenewVectors: async () => {},
    Memories: async () => memories,
    Forget: async (run) => { memories = memories.filter((one) => one.run !== run); emit('memories') },
    ForgetAll: async () => { memories = []; emit('memories') },
    Conversations: async () => conversations.map(({ id, title, turns }) => ({ id, title, turns: turns.length, updated: '', running: [...log.values()].some((events) => events[0].conversation === id && events.at(-1)!.kind !== 'done') })),
    Conversation: async (id) => structuredClone(shown(find(id))),
    RenameConversation: async (id, title) => { find(id).title = title; emit('conversations') },
    FindMessages: async () => [],
    DocumentLabels: async () => [],
    DeleteConversation: async (id) => { conversations = conversations.filter((one) => one.id !== id); emit('conversations') },
    Ask: async (question: Question) => {
      const run = `live-${++count}`
      const conversation = question.conversation || `talk-${count}`
      if (!question.conversation) conversations = [{ id: conversation, title: question.text.slice(0, 60), turns: [], ways: [] }, ...conversations]
      put(find(conversation), newTurn(run, question.text, question.mode, question.files, ''), question.instead)
      void play(run, conversation, question.text)
      const { preferred, readings } = samples.narrowed(question.text, question.off, [], question.dropped)
      return { run, conversation, preferred, readings }
    },
    Stop: async (run) => { stopped.add(run) },
    Resume: async (run) => {
      stopped.delete(run)
      if (!log.has(run)) log.set(run, Array.from({ length: 40 }, (_, i) => ({ seq: i + 1 }) as RunEvent))
      void play(run, '', '', 3)
      return { run, conversation: '', preferred: [], readings: [] }
    },
    ChangePlan: async () => {},
    Reply: async (run) => {
      void play(run, '', '', 3)
      return { run, conversation: '', preferred: [], readings: [] }
    },
    StartOver: async (old, checkpoint) => {
      const run = `live-${++count}`
      const talk = holding(old)
      const turn = talk.turns.find((one) => one.run === old)!
      const steps = now(turn).steps.filter((step) => step.checkpoint < checkpoint)
      put(talk, { ...newTurn(run, turn.question, turn.mode, turn.files, ''), steps }, old)
      void play(run, talk.id, turn.question, checkpoint - 1)
      return { run, conversation: talk.id, preferred: [], readings: [] }
    },
    ShowBranch: async (run) => {
      const talk = holding(run)
      talk.turns = talk.ways.findLast((way) => way.some((turn) => turn.run === run))!
      return structuredClone(shown(talk))
    },
    Receipt: async () => (await pause(60), samples.receipt),
    ReceiptText: async () => (await pause(60), samples.receiptText),
    StepDetail: async (_run, checkpoint) => (await pause(60), samples.detail(samples.turn().steps[checkpoint - 1].node)),
    RunEvents: async (run, after) => (log.get(run) ?? []).filter((event) => event.seq > after && event.kind),
    PageText: async (_document, page) => ({ page, label: String(page), text: 'The text of the page as it was read.' }),
    Calibration: async () => (empty ? samples.unmeasured : samples.scale),
    Calibrate: async () => (await pause(600), empty ? samples.unmeasured : { ...samples.scale, measured: new Date().toISOString() }),
    Settings: async () => structuredClone(settings),
    SaveSettings: async (wanted) => {
      if (/\s/.test(wanted.ollamaHost)) throw 'That is no address. It looks like 127.0.0.1:11434.'
      if (wanted.web.on && !host(wanted.web)) throw "name the search server's program or its address, or switch it off"
      settings = wanted
      status = { ...status, web: wanted.web.on ? host(wanted.web) : '', chatModel: wanted.chatModel || samples.status.chatModel }
      emit('status', status)
    },
    CheckSearchServer: async (web) => {
      await pause(600)
      if (!host(web)) throw "name the search server's program or its address, or switch it off"
      return `${host(web)} answers, and has ${web.searchTool}.`
    },
    Speak: async () => {},
    SaveLook: async (look) => { status = { ...status, look }; emit('status', status) },
    TestAddress: async (address) => {
      await pause(300)
      if (address.includes('dead')) throw `Ollama isn't running at ${address}.`
      return { host: address || '127.0.0.1:11434', version: '0.24.0', models: 3, millis: 12, local: !address }
    },
    DataFolder: async () => (await pause(60), samples.dataFolder),
    OpenDataFolder: async () => {},
    EmptyQuarantine: async () => {},
    Compact: async () => (await pause(400), { before: 212e6, after: 171e6 }),
    SaveBackup: async () => {
      for (let done = 0; done <= 8; done++) {
        emit('upkeep', { what: 'backup', done: done * 1e8, of: 8e8 })
        await pause(200)
      }
      return { path: '/home/me/Documents/Lectern 2026-11-24.zip', address: '', backup: samples.backup }
    },
    ChooseBackup: async () => (await pause(400), samples.backup),
    DropBackup: async () => {},
    UseBackup: async () => { emit('restored') },
    StopUpkeep: async () => {},
    OpenReport: async () => '',
    OpenExternal: async () => {},
  } } }
}
