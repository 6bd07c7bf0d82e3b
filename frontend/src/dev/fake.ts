// Stands in for the program while the page is developed: a script of events instead of a model.
// ?fake=start begins with nothing, ?fake=slow streams slowly. Never part of the built page.
import * as samples from './samples'
import type { Conversation, Document, Question, RunEvent, Settings, Status } from '../lib/types'

const scene = new URLSearchParams(location.search).get('fake') ?? ''
const pause = (millis: number) => new Promise((done) => setTimeout(done, millis))

export function install() {
  const listeners = new Map<string, Set<(data: unknown) => void>>()
  const emit = (name: string, data?: unknown) => listeners.get(name)?.forEach((listener) => listener(data))
  const empty = scene === 'start' || scene === 'empty'
  let status: Status = scene === 'start' || scene === 'nomodel' ? samples.without : samples.status
  let documents: Document[] = empty ? [] : structuredClone(samples.documents)
  let settings: Settings = structuredClone(samples.settings)
  let conversations: Conversation[] = empty ? [] : structuredClone(samples.conversations)
  const log = new Map<string, RunEvent[]>()
  const stopped = new Set<string>()
  let count = 0

  function tell(run: string, conversation: string, event: Partial<RunEvent>) {
    const events = log.get(run) ?? []
    const full: RunEvent = { seq: events.length + 1, run, conversation, at: new Date().toISOString(), kind: 'token', node: '', text: '', millis: 0, sources: [], citations: [], status: '', answer: '', mode: '', model: '', ...event }
    log.set(run, [...events, full])
    emit('run', full)
  }

  async function play(run: string, conversation: string, text: string, from = 0) {
    const say = (event: Partial<RunEvent>) => tell(run, conversation, event)
    const speed = scene === 'slow' ? 60 : 12
    const script = samples.turn().steps
    if (!from) say({ kind: 'start', text })
    else say({ kind: 'restart' })
    for (const step of script.slice(from, 3)) {
      say({ kind: 'step', node: step.node, text: { rewrite: 'Reading the question…', retrieve: 'Searching 2 documents…' }[step.node] ?? 'Reading what was found…' })
      await pause(speed * 20)
      for (const note of step.notes) say({ kind: 'note', node: step.node, text: note })
      say({ kind: 'stepdone', node: step.node, text: step.summary, millis: step.millis })
    }
    say({ kind: 'sources', sources: samples.sources })
    say({ kind: 'step', node: 'answer', text: 'Writing the answer…' })
    let written = ''
    for (const word of samples.answer.match(/\s*\S+/g)!) {
      if (stopped.has(run)) return say({ kind: 'done', status: 'stopped', answer: written, mode: 'model', text: 'Stopped. What was written is kept.', millis: 2100 })
      for (const [, n] of word.matchAll(/\[(\d)\]/g)) say({ kind: 'citation', citation: samples.citations[Number(n) - 1] })
      say({ kind: 'token', text: word })
      written += word
      await pause(speed)
    }
    say({ kind: 'stepdone', node: 'answer', text: '142 words, 4 citations', millis: 2480 })
    say({ kind: 'done', status: 'answered', answer: samples.answer, mode: 'model', citations: samples.citations, millis: 4210, model: 'qwen3:8b' })
  }

  const find = (id: string) => {
    const found = conversations.find((one) => one.id === id)
    if (!found) throw 'This conversation is not there any more.'
    return found
  }

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
    Status: async () => (await pause(40), status),
    LookAgain: async () => (await pause(400), status),
    Documents: async () => documents,
    AddPaths: async (paths) => added(paths),
    ChooseFiles: async () => added(['/home/me/Papers/Attention.pdf']),
    RemoveDocument: async (id) => { documents = documents.filter((one) => one.id !== id) },
    RetryDocument: async () => { throw 'The file is still protected. Save a copy without a password first.' },
    Conversations: async () => conversations.map(({ id, title, turns }) => ({ id, title, turns: turns.length, updated: '', running: false })),
    Conversation: async (id) => structuredClone(find(id)),
    RenameConversation: async (id, title) => { find(id).title = title; emit('conversations') },
    DeleteConversation: async (id) => { conversations = conversations.filter((one) => one.id !== id); emit('conversations') },
    Ask: async (question: Question) => {
      const run = `live-${++count}`
      const conversation = question.conversation || `talk-${count}`
      if (!question.conversation) conversations = [{ id: conversation, title: question.text.slice(0, 60), turns: [] }, ...conversations]
      void play(run, conversation, question.text)
      return { run, conversation }
    },
    Stop: async (run) => { stopped.add(run) },
    Resume: async (run) => {
      stopped.delete(run)
      if (!log.has(run)) log.set(run, Array.from({ length: 40 }, (_, i) => ({ seq: i + 1 }) as RunEvent))
      void play(run, '', '', 3)
      return { run, conversation: '' }
    },
    RunEvents: async (run, after) => (log.get(run) ?? []).filter((event) => event.seq > after && event.kind),
    PageText: async (_document, page) => ({ page, label: String(page), text: 'The text of the page as it was read.' }),
    Settings: async () => structuredClone(settings),
    SaveSettings: async (wanted) => {
      if (/\s/.test(wanted.ollamaHost)) throw 'That is no address. It looks like 127.0.0.1:11434.'
      settings = wanted
      status = { ...status, chatModel: wanted.chatModel || samples.status.chatModel }
      emit('status', status)
    },
    OpenExternal: async () => {},
  } } }
}
