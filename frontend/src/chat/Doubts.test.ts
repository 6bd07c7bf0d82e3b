import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { afterEach, describe, expect, it } from 'vitest'
import Answer from './Answer.svelte'
import Doubts from './Doubts.svelte'
import { citations, turn } from '../dev/samples'
import { KEY, Lectern } from '../lib/lectern'
import type { Citation } from '../lib/types'

afterEach(cleanup)

const lectern = new Lectern()
const context = new Map([[KEY, lectern]])
const words = () => screen.queryAllByTestId('doubts').map((one) => one.textContent.replace(/\s+/g, ' ').trim())
const asked = (...changes: Partial<Citation>[]) => turn({ citations: citations.map((citation, i) => ({ ...citation, ...changes[i] })) })
const doubtful: Partial<Citation> = { verdict: 'doubtful', doubt: 'Two readers found different letters (41 % alike).' }

describe('an answer', () => {
  it('that leans on sound pages says nothing of them', () => {
    render(Doubts, { props: { turn: turn() }, context })
    expect(words()).toEqual([])
  })

  it('that leans on a doubtful page says so, and leads there', async () => {
    render(Doubts, { props: { turn: asked({}, {}, doubtful) }, context })
    expect(words()).toEqual(['This answer leans on a page whose text is doubtful: Two columns, p. 1 (Two readers found different letters (41 % alike)).'])
    await fireEvent.click(screen.getByRole('button'))
    expect(lectern.desk.spot).toMatchObject({ n: 3, document: 'columns', page: 1 })
  })

  it('names pages that were read by OCR in milder words', () => {
    render(Doubts, { props: { turn: asked(doubtful, doubtful, { verdict: 'ocr', doubt: 'Its letters were recognised in a picture.' }) }, context })
    expect(words()[0]).toMatch(/^This answer leans on a page whose text is doubtful: CMS_heavy_ion_proposal, p\. 1/)
    expect(words()[1]).toBe('Read by OCR, which may misread a letter: Two columns, p. 1.')
  })

  it('marks the chips of doubtful pages, not by colour alone', () => {
    render(Answer, { props: { turn: asked({}, {}, doubtful, { verdict: 'ocr', doubt: 'Recognised.' }) }, context })
    const chips = screen.getAllByTestId('citation-chip').map((chip) => [chip.textContent, chip.classList.contains('doubtful'), chip.getAttribute('aria-label')])
    expect(chips).toEqual([['1', false, 'Citation 1'], ['2', false, 'Citation 2'], ['4', false, 'Citation 4'], ['3', true, 'Citation 3, of a doubtful page']])
  })
})
