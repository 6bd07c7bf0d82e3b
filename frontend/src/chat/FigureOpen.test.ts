import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { afterEach, describe, expect, it, vi } from 'vitest'
import Checked from './Checked.svelte'
import FigureOpen from './FigureOpen.svelte'
import Figures from './Figures.svelte'
import MendedFigure from './MendedFigure.svelte'
import { KEY, Lectern } from '../lib/lectern'
import { put, summary } from '../lib/proof'
import { applied } from '../lib/turn'
import { turn } from '../dev/samples'
import type { AnalystOutput, CheckedOutput, Claim, FigureCheck, RunEvent } from '../lib/types'

afterEach(cleanup)

const lectern = new Lectern()
const context = new Map([[KEY, lectern]])
const mend = { start: 5, end: 11, was: '32,675', now: '32,765' }
const figure: FigureCheck = {
  text: '$32,675 million', start: 4, end: 19, value: '', unit: '$', period: '2018', verdict: 'flagged', kind: 'digits', why: '', notes: [],
  document: '', doc: '', page: 0, label: '', quote: '', candidates: [], mend,
}
const claim: Claim = { text: 'It is so.', start: 0, end: 30, verdict: 'verified', reason: '', why: '', support: 1, places: [], citations: [1] }
const audit = { sentences: [claim], marks: [], verified: 1, partly: 0, notFound: 0, doubtful: 0, contradicted: 0, notChecked: 0, uncited: 0, invented: [] }

describe('a figure that the pages have otherwise', () => {
  it('is put right by a button that says with what', async () => {
    const asked = vi.spyOn(lectern.conversations, 'mend').mockResolvedValue(undefined)
    render(FigureOpen, { props: { figure, run: 'run-1' }, context })
    await fireEvent.click(screen.getByRole('button', { name: 'Put 32,765' }))
    expect(asked).toHaveBeenCalledWith('run-1', mend)
  })

  it.each<[string, Partial<FigureCheck>, string]>([
    ['nothing is certain', { mend: undefined }, 'run-1'],
    ['it stands in no answer', {}, ''],
  ])('has no button where %s', (_, change, run) => {
    render(FigureOpen, { props: { figure: { ...figure, ...change }, run }, context })
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('is named with its sign where it is a share, and with its digits where only a word changes', () => {
    expect(put({ ...figure, text: '4.5 %', unit: '%', mend: { ...mend, was: '4.5', now: '3.5' } })).toBe('3.5 %')
    expect(put({ ...figure, text: '$32,765 thousand', mend: { ...mend, was: 'thousand', now: 'million' } })).toBe('$32,765 million')
  })
})

describe('a figure that a person has put right', () => {
  it('says what stood there, and can be taken back', async () => {
    const asked = vi.spyOn(lectern.conversations, 'undoMend').mockResolvedValue(undefined)
    render(MendedFigure, { props: { mend, run: 'run-1' }, context })
    expect(screen.getByTestId('mended').textContent).toContain('Changed by you: 32,675 → 32,765')
    await fireEvent.click(screen.getByRole('button', { name: 'Undo: put 32,675 back' }))
    expect(asked).toHaveBeenCalledWith('run-1', mend)
  })

  it('is told over what the run found before', async () => {
    const audit = { sentences: 1, verified: 0, uncited: 0, missing: [], invalid: [], figures: 1, unsupported: [{ figure: '$32,675 million', sentence: 'It is so.', why: '' }], wrong: [], doubtful: [] }
    const score = { value: .5, word: 'Partial' }
    const scores = { faithfulness: score, relevance: score, completeness: score, citations: score, overall: score }
    const checked = { attempts: 1, notes: [], amber: false, audited: true, confidence: score, scored: true, scores, audit, retries: [], unsupportedClaims: [], gaps: [], conflicts: [], evidence: [], confidenceHistory: [] } as unknown as CheckedOutput
    render(Checked, { props: { turn: turn({ mends: [mend] }), made: checked }, context })
    await fireEvent.click(screen.getByRole('button'))
    expect(screen.getByTestId('before-mends').textContent).toContain('You have changed the answer since: 32,675 → 32,765.')
    cleanup()
    const analyst = { metrics: [], calculations: [], charts: [], missing: [], failedChecks: [{ check: 'figure', where: 'It is so.', figure: '$32,675 million', why: '' }] } as unknown as AnalystOutput
    render(Figures, { props: { turn: turn({ mends: [mend] }), made: analyst }, context })
    await fireEvent.click(screen.getByRole('button'))
    expect(screen.getByTestId('before-mends').textContent).toContain('This is what the run found before.')
    cleanup()
    render(Figures, { props: { turn: turn(), made: analyst }, context })
    await fireEvent.click(screen.getByRole('button'))
    expect(screen.queryByTestId('before-mends')).toBeNull()
  })

  it('is told in the line', () => {
    expect(summary([claim], [], [mend])).toEqual({ tone: 'ok', head: 'The statement is proved', details: ['1 number put right by you'] })
  })

  it('comes as an event after the end, which changes nothing else', () => {
    const before = turn()
    const event: RunEvent = { seq: before.lastSeq + 1, run: before.run, conversation: 'c', at: '', kind: 'mended', text: '32,765', sources: [], citations: [], answer: 'It is so.', audit, numbers: [], mends: [mend] }
    expect(applied(before, [event])).toEqual({ ...before, lastSeq: event.seq, answer: 'It is so.', audit, figures: [], mends: [mend] })
  })
})
