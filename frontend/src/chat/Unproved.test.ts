import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { afterEach, describe, expect, it, vi } from 'vitest'
import Unproved from './Unproved.svelte'
import { documents, turn } from '../dev/samples'
import { KEY, Lectern } from '../lib/lectern'
import type { Turn } from '../lib/types'

afterEach(cleanup)

const lectern = new Lectern()
const context = new Map([[KEY, lectern]])
const bare: Partial<Turn> = { status: 'answered', workflow: 'chat', answerMode: 'model', answer: 'Cash that is left over.', citations: [], sources: [], steps: [] }
const step = (node: string) => ({ node, title: '', summary: 'Done', millis: 1, notes: [], checkpoint: 1, task: '', model: '', tokensIn: 0, tokensOut: 0 })

describe('an answer without documents', () => {
  it('says that nothing proves it, and asks the documents instead', async () => {
    lectern.library.apply(documents)
    const ask = vi.spyOn(lectern.conversations, 'ask').mockResolvedValue(undefined)
    render(Unproved, { props: { turn: turn({ ...bare, question: 'What is free cash flow?' }) }, context })
    expect(screen.getByTestId('unproved').textContent).toContain('Nothing here is proved.')
    await fireEvent.click(screen.getByRole('button', { name: 'Ask the documents' }))
    expect(ask).toHaveBeenCalledWith('What is free cash flow?', expect.objectContaining({ mode: 'documents', instead: turn(bare).run }))
  })

  it('offers no look into documents that there are none of', () => {
    lectern.library.all = []
    render(Unproved, { props: { turn: turn(bare) }, context })
    expect(screen.queryByRole('button')).toBeNull()
  })

  it.each<[string, Partial<Turn>]>([
    ['is being written', { status: 'running' }],
    ['comes from documents', { steps: [step('router'), step('retriever')] }],
    ['is of passages', { answerMode: 'passages' }],
    ['is another workflow\'s', { workflow: 'report' }],
  ])('that %s says nothing of the kind', (_, change) => {
    render(Unproved, { props: { turn: turn({ ...bare, ...change }) }, context })
    expect(screen.queryByTestId('unproved')).toBeNull()
  })
})
