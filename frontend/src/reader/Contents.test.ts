import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import Contents from './Contents.svelte'
import type { PDF } from '../lib/pdf'
import { ReadingState } from '../lib/reading.svelte'

let reading: ReadingState

const settled = async () => { for (let i = 0; i < 4; i++) await tick() }
const button = () => screen.queryByRole('button', { name: 'Contents' })
const tree = () => screen.queryByRole('tree', { name: 'Contents' })!
const items = () => screen.getAllByRole('treeitem')
const active = () => document.getElementById(tree().getAttribute('aria-activedescendant')!)!
const press = async (key: string) => { await fireEvent.keyDown(tree(), { key }); await settled() }

async function open(page: number, titles: [string, number, number][]) {
  reading.pdf = { pages: 40, label: () => undefined } as unknown as PDF
  reading.page = page
  reading.outline = titles.map(([title, page, level]) => ({ title, page, level }))
  render(Contents, { props: { reading } })
  if (button()) await fireEvent.click(button()!)
  await settled()
}

beforeEach(() => { reading = new ReadingState() })
afterEach(cleanup)

const SMALL: [string, number, number][] = [['Preface', 1, 2], ['First part', 3, 2], ['Beginnings', 3, 3], ['Nowhere', 0, 3], ['Second part', 9, 2], ['Lost', 41, 2]]

describe('the contents of a document', () => {
  it('has no button where there are none', async () => {
    await open(1, [])
    expect(button()).toBeNull()
  })

  it('shows the entries by their level, and marks where the page belongs', async () => {
    await open(5, SMALL)
    expect(items().map((item) => item.textContent!.trim().replace(/\s+/g, ' '))).toEqual(['Preface 1', 'First part 3', 'Beginnings 3', 'Nowhere', 'Second part 9', 'Lost'])
    expect(items().map((item) => item.getAttribute('aria-level'))).toEqual(['1', '1', '2', '2', '1', '1'])
    expect(items().filter((item) => item.ariaCurrent ?? item.getAttribute('aria-current')).map((item) => item.textContent)).toEqual([items()[2].textContent])
    expect(active()).toBe(items()[2])
    expect(document.activeElement).toBe(tree())
  })

  it('goes where Enter and a press lead, and gives the focus back', async () => {
    await open(5, SMALL)
    await press('ArrowDown')
    await press('ArrowDown')
    await press('Enter')
    expect(reading.page).toBe(9)
    expect(tree()).toBeNull()
    expect(document.activeElement).toBe(button())
    await fireEvent.click(button()!)
    await settled()
    await fireEvent.click(items()[0])
    expect(reading.page).toBe(1)
  })

  it('goes nowhere by an entry that leads nowhere', async () => {
    await open(5, SMALL)
    for (const at of [3, 5]) await fireEvent.click(items()[at])
    expect(reading.page).toBe(5)
    expect(items()[3].getAttribute('aria-disabled')).toBe('true')
  })

  it('closes by Escape, which nobody else hears', async () => {
    await open(5, SMALL)
    let heard = 0
    document.body.addEventListener('keydown', () => heard++, { once: true })
    await press('Escape')
    expect(tree()).toBeNull()
    expect(heard).toBe(0)
    expect(document.activeElement).toBe(button())
  })

  it('shows titles as they are', async () => {
    await open(1, [['<img src=x onerror="document.title = 1">', 1, 1]])
    expect(items()[0].querySelector('img')).toBeNull()
    expect(items()[0].textContent).toContain('<img src=x')
  })

  it('draws of a long one only what is in sight', async () => {
    await open(1, Array.from({ length: 2000 }, (_, i) => [`Section ${i + 1}`, 1 + Math.floor(i / 50), 1]))
    expect(items().length).toBeLessThan(50)
    await press('End')
    expect(active().textContent).toContain('Section 2000')
    expect(items().length).toBeLessThan(50)
  })
})
