import { expect, it } from 'vitest'
import { left, phasesOf } from './phases'
import type { Step, Turn } from './types'

const step = (node: string, summary = 'done', millis = 1000) => ({ node, summary, millis }) as Step
const told = (status: Turn['status'], ...steps: Step[]) => phasesOf({ status, steps }).map(({ phase, state }) => `${phase} ${state}`).join(', ')

it('a research is where its steps are', () => {
  expect(told('needs_person', step('init'), step('questions'))).toBe('plan going, search open, read open, follow open, write open, check open')
  expect(told('running', step('plan'), step('task queries'), step('extract', ''))).toBe('plan done, search done, read going, follow open, write open, check open')
  expect(told('running', step('plan'), step('task queries'), step('extract'), step('synthesize', ''))).toBe('plan done, search done, read done, follow done, write going, check open')
  expect(told('answered', step('plan'), step('task queries'), step('extract'), step('synthesize'), step('attribution'))).toBe('plan done, search done, read done, follow open, write done, check done')
})

it('what is left is told by what is done', () => {
  const steps = [step('plan'), step('task queries'), step('extract'), step('rabbithole', 'done', 4000)]
  expect(left({ steps }, 0, 3)).toBe(0)
  expect(left({ steps }, 1, 3)).toBe(12)
  expect(left({ steps }, 3, 3)).toBe(0)
})
