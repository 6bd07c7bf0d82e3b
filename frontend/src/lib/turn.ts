// A turn is a function of its events: what the page shows is what was told, in order.
import { seconds } from './amounts'
import { say } from './messages'
import { analystOutput } from './output'
import { cellsOf } from './tables'
import type { Citation, Field, Mode, Note, RunEvent, Step, Turn, Wishes, Workflow } from './types'

export const NO_WISHES: Wishes = { folder: '', language: '', numbers: [] }

/** What a turn was asked with, to be asked again. */
export const asked = ({ workflow, mode, files, folder, filters, off, dropped, language, numbers }: Turn) => ({ workflow, mode, files, folder, filters, off, dropped, language, numbers })

export function newTurn(run: string, question: string, mode: Mode, files: string[], model: string, workflow: Workflow = 'chat', wishes: Wishes = NO_WISHES): Turn {
  const { folder, language, numbers } = wishes
  return {
    run, question, workflow, mode, files, folder, language, numbers, model, cards: [], made: null, figure: undefined, told: { told: '', missing: [] }, figures: [], mends: [], cut: 0, filters: [], preferred: [], off: [], readings: [], dropped: [],
    status: 'running', answer: '', answerMode: 'model', citations: [], sources: [], steps: [],
    message: '', millis: 0, asked: new Date().toISOString(), lastSeq: 0, branch: 1, branches: [run],
  }
}

/** Applies events that are already in order. The given turn stays as it was. */
export function applied(turn: Turn, events: RunEvent[]): Turn {
  const next = { ...turn }
  for (const event of events) apply(next, event)
  return next
}

// Go has the same function, for turns that are asked for (backend/runs/replay.go, where its laws stand). Both are held to
// backend/runs/testdata/events.
function apply(turn: Turn, event: RunEvent) {
  turn.lastSeq = event.seq
  switch (event.kind) {
    case 'start':
      goesOn(turn)
      if (event.text) turn.question = event.text
      break
    case 'step':
      goesOn(turn)
      turn.steps = begun(turn.steps, event)
      break
    case 'note':
      turn.steps = changed(turn.steps, event, (step) => ({ ...step, notes: [...step.notes, { text: event.text ?? '', leaves: event.leaves ?? false }] }))
      break
    case 'stepdone':
      turn.steps = changed(turn.steps, event, (step) => ended(step, event))
      break
    case 'sources':
      turn.sources = event.sources
      break
    case 'citation':
      if (event.citation) turn.citations = withCitation(turn.citations, event.citation)
      break
    case 'token':
      turn.answer += event.text ?? ''
      break
    case 'restart':
      goesOn(turn)
      Object.assign(turn, { answer: '', citations: [], audit: undefined, figure: undefined, told: { told: '', missing: [] }, figures: [], mends: [], cards: [] } satisfies Partial<Turn>)
      break
    case 'made':
      turn.made = event.made ?? null
      break
    case 'ask':
      turn.cards = event.cards ?? []
      break
    case 'replied':
      turn.status = 'running'
      turn.cards = []
      break
    case 'mended':
    case 'undone':
      turn.answer = event.answer ?? ''
      turn.audit = event.audit
      turn.figures = event.numbers ?? []
      turn.mends = event.mends ?? []
      break
    case 'done':
      end(turn, event)
  }
}

/** Takes back what an end had said. */
function goesOn(turn: Turn) {
  turn.status = 'running'
  turn.message = ''
}

function end(turn: Turn, event: RunEvent) {
  turn.status = event.status || 'answered'
  turn.message = event.text ?? ''
  turn.millis = event.millis ?? 0
  turn.answer = event.answer || turn.answer
  turn.answerMode = event.mode || turn.answerMode
  turn.model = event.model || turn.model
  if (event.citations.length || !turn.answer) turn.citations = event.citations
  if (event.made) turn.made = event.made
  turn.audit = event.audit
  turn.figure = event.figure ?? undefined
  turn.told = { told: event.told ?? '', missing: event.missing ?? [] }
  turn.figures = event.numbers ?? []
  turn.cut = event.receipt?.cut ?? 0
  if (turn.status !== 'needs_person') turn.cards = []
}

/** A task that has not ended says what it does now; one that has runs again. */
function begun(steps: Step[], event: RunEvent): Step[] {
  const { node = '', text = '', checkpoint = 0, task = '' } = event
  const at = last(steps, event)
  if (at >= 0 && !steps[at].summary) return steps.with(at, { ...steps[at], title: text })
  return [...steps, { node, title: text, summary: '', millis: 0, notes: [], checkpoint, task, model: '', tokensIn: 0, tokensOut: 0 }]
}

function ended(step: Step, { text, idle, millis = 0, model = '', checkpoint, task, tokensIn = 0, tokensOut = 0 }: RunEvent): Step {
  return { ...step, summary: text || 'done', ...(idle && { idle }), millis, model, tokensIn, tokensOut, checkpoint: checkpoint || step.checkpoint, task: task || step.task }
}

function changed(steps: Step[], event: RunEvent, change: (step: Step) => Step): Step[] {
  const at = last(steps, event)
  return at < 0 ? steps : steps.with(at, change(steps[at]))
}

/** Where the step of an event stands: a node may run more than once, and at once with itself under several tasks. */
function last(steps: Step[], { node, task }: RunEvent): number {
  return steps.findLastIndex((step) => (task ? step.task === task : step.node === node))
}

function withCitation(citations: Citation[], citation: Citation): Citation[] {
  return [...citations.filter((known) => known.n !== citation.n), citation].sort((a, b) => a.n - b.n)
}

/** What came of a step: its own words, else what it set out to do. */
export function outcome({ summary, title }: Step): string {
  return summary && summary !== 'done' ? summary : title.replace(/…$/, '')
}

/** What a running turn does now; of several things at once the last that was begun. */
export function doing({ steps }: Turn): string {
  return (steps.findLast((step) => !step.summary) ?? steps.at(-1))?.title ?? say('trace.asking')
}

/** What went to other machines, in order. */
export function sent({ steps }: Turn): Note[] {
  return steps.flatMap(({ notes }) => notes.filter(({ leaves }) => leaves))
}

/** What goes to another machine in a step that is under way. */
export function leaving({ status, steps }: Turn): Note | undefined {
  if (status !== 'running') return undefined
  return steps.findLast((step) => !step.summary)?.notes.findLast(({ leaves }) => leaves)
}

/** "1,204 read · 96 written" */
export function tokens({ tokensIn, tokensOut }: Step): string {
  const parts = [tokensIn && say('step.tokens-read', { n: tokensIn }), tokensOut && say('step.tokens-written', { n: tokensOut })]
  return parts.filter(Boolean).join(' · ')
}

/** Holds nothing, at whatever depth. */
export function blank({ value }: Field): boolean {
  const nothing = (held: unknown): boolean => held === null || held === '' || (typeof held === 'object' && Object.values(held).every(nothing))
  try {
    return nothing(JSON.parse(value))
  } catch {
    return false // then it is shown as it is
  }
}

/** The one line that says how a turn went: "5 steps · 6 passages read · 4.2 s". */
export function inOneLine(turn: Turn): string {
  const compared = analystOutput(turn.made)?.comparison?.cells ?? 0
  const cells = turn.answerMode !== 'figure' ? 0 : turn.figure ? cellsOf(turn.figure).length : compared
  const parts = cells ? [say('trace.cells', { n: cells }), say('trace.no-model')] : [say('count.steps', { n: turn.steps.length })]
  if (turn.sources.length && !cells) parts.push(say('trace.passages-read', { n: turn.sources.length }))
  const millis = turn.millis || turn.steps.reduce((sum, step) => sum + step.millis, 0)
  if (millis) parts.push(seconds(millis))
  return parts.join(' · ')
}
