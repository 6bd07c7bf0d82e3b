// The workflows as a person chooses among them.
import type { Workflow } from './types'

export const WORKFLOWS: Record<Workflow, { label: string; hint: string }> = {
  chat: { label: 'Chat', hint: 'Answers at once' },
  checked: { label: 'Checked', hint: 'Checks its own answer, tries again, tells how sure it is' },
  analyst: { label: 'Analyst', hint: 'Figures read at their place, calculations, charts' },
  research: { label: 'Research', hint: 'Asks back, plans, follows references; takes a while' },
  report: { label: 'Report', hint: 'A verified report as a PDF; takes a while' },
}

/** Numbers that a person may want otherwise for one question, by workflow. */
export const ONCE: Partial<Record<Workflow, string[]>> = { checked: ['retries'], research: ['askBack'], report: ['where'] }
