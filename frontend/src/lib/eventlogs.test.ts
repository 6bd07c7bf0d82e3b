// The same logs that Go replays (backend/runs/replay_test.go): both must come to the same turn.
import { describe, expect, test } from 'vitest'
import { applied, newTurn } from './turn'
import type { RunEvent, Turn, Workflow } from './types'

interface EventLog {
  story: string
  question: string
  workflow: Workflow
  events: RunEvent[]
  /** What the reducer makes of the events up to the one with a number. */
  turns: { after: number; turn: Partial<Turn> }[]
}

const logs = Object.values(import.meta.glob<EventLog>('../../../backend/runs/testdata/events/*.json', { eager: true, import: 'default' }))

describe('a turn is a function of its events', () => {
  test('there are logs', () => expect(logs.length).toBeGreaterThan(11))

  describe.each(logs)('$story', ({ question, workflow, events, turns }) => {
    const before = newTurn('run', question, 'auto', [], '', workflow)

    test.each(turns)('after $after', ({ after, turn: wanted }) => {
      const turn = applied(before, events.slice(0, after))
      const reduced = Object.fromEntries(Object.keys(wanted).map((key) => [key, turn[key as keyof Turn]]))
      expect({ ...reduced, audit: turn.audit }).toEqual({ ...wanted, audit: wanted.audit })
    })

    test('in pieces as in one', () => {
      expect(events.reduce((turn, event) => applied(turn, [event]), before)).toEqual(applied(before, events))
    })
  })
})
