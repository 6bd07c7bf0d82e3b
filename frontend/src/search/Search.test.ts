import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import Search from './Search.svelte'
import { documents, facets, hits, sought, status } from '../dev/samples'
import { KEY, Lectern } from '../lib/lectern'
import type { SearchResponse, SearchRequest } from '../lib/types'

let lectern: Lectern
let search: ReturnType<typeof vi.fn<(wanted: SearchRequest) => Promise<SearchResponse>>>
const field = () => screen.getByTestId<HTMLInputElement>('search-field')
const type = (text: string) => fireEvent.input(field(), { target: { value: text } })
const found = () => screen.findAllByTestId('hit')
const button = (name: string) => screen.getByRole('button', { name })

beforeEach(() => {
  search = vi.fn(async (wanted) => sought(wanted))
  window.go = { main: { App: { Search: search, Facets: async () => facets } as never } }
  lectern = new Lectern()
  lectern.library.apply(documents)
  lectern.status.now = { ...status, look: { ...status.look, internals: true } }
  lectern.search.show()
  render(Search, { context: new Map([[KEY, lectern]]) })
})
afterEach(() => {
  cleanup()
  delete window.go
})

describe('the search panel', () => {
  it('tells how to look for something, and asks nothing, until there are words', async () => {
    expect(screen.getByText('words that begin so')).toBeTruthy()
    expect(document.activeElement).toBe(field())
    await type('  ')
    await fireEvent.submit(field())
    expect(search).not.toHaveBeenCalled()
  })

  it('searches once for what is typed, and marks what was found', async () => {
    await type('tot')
    await type('total funding')
    expect((await found()).length).toBe(hits.length)
    expect(search.mock.calls.map(([{ text }]) => text)).toEqual(['total funding'])
    expect(screen.getByText(/5 passages in 2 documents · 9 searched · 2.4 ms and 31 ms for the meaning/)).toBeTruthy()
    expect([...document.querySelectorAll('mark')].map((mark) => mark.textContent)).toContain('total')
  })

  it('says why, and opens the reader at the passage', async () => {
    await type('total')
    const [first] = await found()
    await fireEvent.click(within(first).getByRole('button', { name: 'Why this passage' }))
    expect(within(first).getByTestId('why').textContent).toContain('Found by the words “total”, “funding”; 1st by words, 5th by meaning.')
    await fireEvent.click(within(first).getAllByRole('button')[0])
    expect(lectern.desk.spot).toMatchObject({ document: hits[0].document, page: 1, quote: hits[0].text, passage: hits[0].passage, n: 0 })
    expect(lectern.desk.reading?.spots.length).toBe(hits.length)
  })

  it('takes off what was read in the words, until other words are typed', async () => {
    await type('3M in 2018')
    await fireEvent.click(await screen.findByRole('button', { name: 'Take off 2018' }))
    expect(search).toHaveBeenLastCalledWith(expect.objectContaining({ off: [{ field: 'year', value: '2018' }], filters: [] }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Take off 2018' })).toBeNull())
    expect(button('Take off 3M')).toBeTruthy()
    await type('3M in 2018, anew')
    expect(await screen.findByRole('button', { name: 'Take off 2018' })).toBeTruthy()
  })

  it('is narrowed by hand to documents and by what they are', async () => {
    await type('total')
    await found()
    const narrow = screen.getByLabelText('Narrow by')
    await fireEvent.change(narrow, { target: { value: 'tag tax' } })
    await fireEvent.change(narrow, { target: { value: 'document annual' } })
    await waitFor(() => expect(search).toHaveBeenLastCalledWith(expect.objectContaining({ filters: [{ field: 'tag', value: 'tax' }], documents: ['annual'] })))
    await fireEvent.click(button('Search not only in 3M_2018_10K'))
    await fireEvent.click(await screen.findByRole('button', { name: 'Take off #tax' }))
    expect(search).toHaveBeenLastCalledWith(expect.objectContaining({ filters: [], documents: [] }))
  })

  it('says what stands nowhere, and what went wrong', async () => {
    await type('nothing in 2031')
    expect(await screen.findByText('Nothing was found.')).toBeTruthy()
    expect(screen.getByText('“nothing” occurs nowhere in these 9 files.')).toBeTruthy()
    search.mockRejectedValueOnce('no document is like that (1999); take something of it off')
    await type('else')
    expect((await screen.findByRole('alert')).textContent).toContain('no document is like that')
  })

  it('lets an answer go that came too late', async () => {
    let late = (_: SearchResponse) => {}
    search.mockImplementationOnce(() => new Promise((done) => (late = done)))
    await type('first')
    await fireEvent.submit(field())
    await type('nothing')
    await fireEvent.submit(field())
    await screen.findByText('Nothing was found.')
    late(sought({ text: 'first', off: [], filters: [] } as unknown as SearchRequest))
    await Promise.resolve()
    expect(screen.getByText('Nothing was found.')).toBeTruthy()
  })
})
