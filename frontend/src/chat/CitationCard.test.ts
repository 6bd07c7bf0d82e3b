import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import Answer from './Answer.svelte'
import CitationCard from './CitationCard.svelte'
import { turn as sample } from '../dev/samples'
import { KEY, Lectern } from '../lib/lectern'

let lectern: Lectern
const turn = sample()

beforeEach(() => {
  vi.useFakeTimers()
  lectern = new Lectern()
  lectern.conversations.turns = [turn]
  const context = new Map([[KEY, lectern]])
  render(Answer, { props: { turn }, context })
  render(CitationCard, { context })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const chip = (n: number) => screen.getAllByTestId('citation-chip').find((one) => one.textContent === String(n))!
const card = () => screen.queryByTestId('citation-card')
async function later(millis: number) {
  await vi.advanceTimersByTimeAsync(millis)
  await tick()
}

describe('a citation', () => {
  it('shows its card after the mouse rested on it for a quarter of a second', async () => {
    await fireEvent.mouseOver(chip(1))
    await later(200)
    expect(card()).toBeNull()
    await later(80)
    expect(card()?.textContent).toContain('This proposal asks for a total of 2 M$')
    expect(card()?.textContent).toContain('CMS_heavy_ion_proposal')
    expect(chip(1).getAttribute('aria-describedby')).toBe('citation-card')
  })

  it('says on its card what is to be said of the page', async () => {
    lectern.desk.showCard({ citation: { ...turn.citations[0], verdict: 'doubtful', doubt: 'Two readers found different letters (41 % alike).' }, chip: chip(1), run: turn.run }, 0)
    await later(10)
    expect(card()?.textContent).toContain('The text of this page is doubtful. Two readers found different letters (41 % alike).')
    lectern.desk.showCard({ citation: { ...turn.citations[1], verdict: 'ocr', doubt: 'Its letters were recognised in a picture.' }, chip: chip(2), run: turn.run }, 0)
    await later(10)
    expect(card()?.textContent).toContain('This page was read by OCR. Its letters were recognised in a picture.')
    lectern.desk.showCard({ citation: turn.citations[2], chip: chip(3), run: turn.run }, 0)
    await later(10)
    expect(card()?.textContent).not.toMatch(/doubtful|OCR/)
  })

  it('keeps the card while the mouse is on it', async () => {
    await fireEvent.mouseOver(chip(1))
    await later(300)
    await fireEvent.mouseOut(chip(1))
    await fireEvent.mouseEnter(card()!)
    await later(1000)
    expect(card()).not.toBeNull()
    await fireEvent.mouseLeave(card()!)
    await later(300)
    expect(card()).toBeNull()
  })

  it('closes its card with Escape and gives the focus back', async () => {
    await fireEvent.mouseOver(chip(2))
    await later(300)
    await fireEvent.keyDown(screen.getByText('Open'), { key: 'Escape' })
    expect(card()).toBeNull()
    expect(document.activeElement).toBe(chip(2))
  })

  it('opens its source by a click, and shows which one is open', async () => {
    await fireEvent.click(chip(2))
    await tick()
    expect(lectern.desk.spot).toMatchObject({ n: 2, document: 'proposal', heading: 'Overview: share of the whole' })
    expect(chip(2).classList).toContain('on')
    expect(card()).toBeNull()
  })

  it('opens from the card as well', async () => {
    await fireEvent.mouseOver(chip(3))
    await later(300)
    await fireEvent.click(screen.getByText('Open'))
    expect(lectern.desk.spot?.n).toBe(3)
  })

  it('walks from number to number with the arrow keys', async () => {
    chip(1).focus()
    await fireEvent.keyDown(chip(1), { key: 'ArrowRight' })
    expect(document.activeElement).toBe(chip(2))
  })

  it('asks before a link leaves the program', async () => {
    await fireEvent.click(screen.getByRole('link'))
    expect(lectern.desk.addressToOpen).toBe('https://cms.example.org/about')
  })
})
