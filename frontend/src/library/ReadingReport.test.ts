import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import ReadingReport from './ReadingReport.svelte'
import { readingReport as report, documents, hidden } from '../dev/samples'
import { KEY, Lectern } from '../lib/lectern'
import type { ReadingReport as Read, Document } from '../lib/types'

const lease = documents.find(({ id }) => id === 'lease')!
const close = vi.fn()
const again = vi.fn<(id: string) => Promise<void>>()
const use = vi.fn<(id: string, hidden: boolean) => Promise<void>>()
let lectern: Lectern
let read: Read

const settled = async () => { for (let i = 0; i < 6; i++) await tick() }
const told = async (rest: Partial<Document>) => { lectern.library.apply([{ ...lease, ...rest }]); await settled() }
const pages = () => screen.queryAllByRole('listitem').map((one) => one.textContent.replace(/\s+/g, ' ').trim())

async function show() {
  render(ReadingReport, { props: { id: 'lease', name: lease.name, close }, context: new Map([[KEY, lectern]]) })
  await settled()
}

beforeEach(() => {
  close.mockReset()
  again.mockReset().mockResolvedValue()
  use.mockReset().mockResolvedValue()
  lectern = new Lectern()
  lectern.library.apply(documents)
  read = report(lease)
  window.go = { main: { App: { ReadingReport: async () => read, ReadAgain: again, UseHidden: use, HiddenText: async () => hidden } as never } }
})
afterEach(() => {
  cleanup()
  delete window.go
})

describe('how a document was read', () => {
  it('is told with the pages that need a look, a long list folded', async () => {
    await show()
    expect(screen.getByText(`${lease.readingSummary}.`)).toBeTruthy()
    expect(pages()).toHaveLength(5)
    expect(pages()[0]).toBe('p. 3 Could not be read It is a picture only: there is no text on it. tesseract found no letters in its picture.')
    expect(pages()[4]).toMatch(/^p\. 21 Read by OCR \(tesseract\)/)
    await fireEvent.click(screen.getByText('Show all 12 pages'))
    expect(pages()).toHaveLength(12)
    expect(screen.queryByText(/^Show all/)).toBeNull()
  })

  it('leads to each of these pages', async () => {
    await show()
    await fireEvent.click(screen.getByRole('button', { name: /^p\. 6/ }))
    expect(close).toHaveBeenCalled()
    expect(lectern.desk.spot).toMatchObject({ document: 'lease', page: 6, label: '6', quote: '' })
  })

  it('says when the second reader has not had its turn', async () => {
    read = { summary: '2 pages: 2 read by one reader', compared: false, sought: true, used: false, pages: [1, 2].map((n) => ({ n, label: String(n), verdict: 'single', why: 'No second reader has read it yet.', reader: 'pdfium', chars: 9 })) }
    await show()
    expect(screen.getByText(/^The second reader has not had its turn yet/)).toBeTruthy()
    expect(pages()).toEqual([])
    expect(screen.queryByRole('button')).toBeNull()
    read = { summary: '2 pages: 2 read and confirmed by a second reader', compared: true, sought: true, used: false, pages: [1, 2].map((n) => ({ n, label: String(n), verdict: 'confirmed', why: '', reader: 'pdfium', chars: 9 })) }
    await told({})
    expect(screen.getByText(`${read.summary}.`)).toBeTruthy()
    expect(screen.queryByText(/not had its turn/)).toBeNull()
  })

  it('can be found out of a document that was added before this was kept', async () => {
    read = { summary: '', compared: false, sought: false, used: false, pages: [] }
    await show()
    expect(screen.getByText(/kept no account of this/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Read again' })).toBeTruthy()
  })

  it('changes when it is read again', async () => {
    await show()
    await fireEvent.click(screen.getByRole('button', { name: 'Read again' }))
    expect(again).toHaveBeenCalledWith('lease')
    await told({ state: 'queued' })
    expect(screen.getByRole('status').textContent).toBe('About to be read…')
    await told({ state: 'reading', pagesRead: 3 })
    expect(screen.getByRole('status').textContent).toBe('Reading page 4 of 40…')
    expect(screen.queryByRole('button', { name: 'Read again' })).toBeNull()
    read = { ...read, summary: '40 pages: all is well', pages: read.pages.map((page) => ({ ...page, verdict: 'confirmed' })) }
    await told({ state: 'ready' })
    expect(screen.getByText('40 pages: all is well.')).toBeTruthy()
    expect(pages()).toEqual([])
  })

  it('says why it cannot be read again', async () => {
    await show()
    again.mockRejectedValueOnce('lease-scan is being read; wait until that is done')
    await fireEvent.click(screen.getByRole('button', { name: 'Read again' }))
    await settled()
    expect(screen.getByRole('alert').textContent).toBe('lease-scan is being read; wait until that is done')
    await fireEvent.click(screen.getByRole('button', { name: 'Read again' }))
    await settled()
    expect(screen.queryByRole('alert')).toBeNull()
    lectern.library.refused = { lease: 'lease-scan could not be read again, and stays as it was: it is not there' }
    await settled()
    expect(screen.getByRole('alert').textContent).toMatch(/^lease-scan could not be read again/)
  })

  it('shows the text that nobody sees, and has it used where the person says so', async () => {
    const page = { n: 1, label: '1', verdict: 'confirmed', why: '', reader: 'pdfium', chars: 9, hidden: 'This page holds text that isn’t shown: 24 characters too small to read. It was left out.', hiddenChars: 24 } as const
    read = { summary: '1 page: all is well', compared: true, sought: true, used: false, pages: [page] }
    await show()
    expect(pages()[0]).toContain(page.hidden)
    expect(screen.queryByText(hidden[0].text)).toBeNull()
    await fireEvent.click(screen.getByRole('button', { name: 'Show this text' }))
    await settled()
    expect(screen.getByText(`Not shown on the page: ${hidden[0].how}`)).toBeTruthy()
    expect(screen.getByText(hidden[0].text)).toBeTruthy()
    await fireEvent.click(screen.getByRole('button', { name: 'Use the hidden text too' }))
    expect(use).toHaveBeenCalledWith('lease', true)
    read = { ...read, used: true, pages: [{ ...page, hiddenUsed: true }] }
    await told({})
    await fireEvent.click(screen.getByRole('button', { name: 'Leave the hidden text out' }))
    expect(use).toHaveBeenLastCalledWith('lease', false)
    await told({ state: 'queued' })
    expect(screen.queryByRole('button', { name: 'Leave the hidden text out' })).toBeNull()
  })

  it('says when such text was not looked for yet', async () => {
    read = { ...read, sought: false }
    await show()
    expect(screen.getByText(/^It was added before text that isn’t shown was looked for/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Read again' })).toBeTruthy()
  })
})
