// Where a research is, in the six things that it does.
import { say, type Key } from './messages'
import type { Turn } from './types'

export const PHASES = ['plan', 'search', 'read', 'follow', 'write', 'check'] as const
export type Phase = (typeof PHASES)[number]

const OF: Record<string, Phase> = {
  init: 'plan', 'generate queries': 'plan', retrieve: 'plan', analyze: 'plan', questions: 'plan', answer: 'plan', finalize: 'plan', 'asking back': 'plan', 'analyze query': 'plan', clarify: 'plan', plan: 'plan', approve: 'plan', amend: 'plan',
  'task queries': 'search', 'task retrieve': 'search',
  extract: 'read', relevance: 'read', reevaluate: 'read',
  'detect references': 'follow', gate: 'follow', resolve: 'follow',
  synthesize: 'write', decide: 'write',
  'quality check': 'check', attribution: 'check',
}
const NAMES: Record<Phase, Key> = { plan: 'phase.plan', search: 'phase.search', read: 'phase.read', follow: 'phase.follow', write: 'phase.write', check: 'phase.check' }

export const phaseName = (phase: Phase) => say(NAMES[phase])
export const phaseOf = (node: string): Phase | undefined => OF[node]

export type PhaseState = 'open' | 'going' | 'done'

/** What each of them is at: a task may search again after another was read. */
export function phasesOf({ status, steps }: Pick<Turn, 'status' | 'steps'>): { phase: Phase; state: PhaseState }[] {
  const going = new Set(steps.filter(({ summary }) => !summary).map(({ node }) => phaseOf(node)))
  const begun = new Set(steps.map(({ node }) => phaseOf(node)))
  const furthest = PHASES.findLastIndex((phase) => begun.has(phase))
  const asks = status === 'needs_person' && PHASES[furthest]
  const latest = status === 'running' && !going.size ? phaseOf(steps.at(-1)?.node ?? '') : undefined
  return PHASES.map((phase, i) => ({
    phase,
    state: status === 'answered' ? (begun.has(phase) ? 'done' : 'open') : (status === 'running' && (going.has(phase) || latest === phase)) || asks === phase ? 'going' : begun.has(phase) || i < furthest ? 'done' : 'open',
  }))
}

/** Seconds that the tasks which are left take, by those that are done; 0: not known. */
export function left(turn: Pick<Turn, 'steps'>, done: number, of: number): number {
  const at = turn.steps.findIndex(({ node }) => phaseOf(node) === 'search')
  if (!done || at < 0 || done >= of) return 0
  const millis = turn.steps.slice(at).reduce((sum, step) => sum + step.millis, 0)
  return Math.ceil((millis / done) * (of - done) / 1000)
}
