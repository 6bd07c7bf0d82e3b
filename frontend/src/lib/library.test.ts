import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { besideName, LibraryState, rowState } from './library.svelte'
import { documents as samples } from '../dev/samples'
import type { Document } from './types'

const one = (rest: Partial<Document> = {}): Document => ({ ...samples[0], ...rest })
const names = (library: LibraryState) => library.documents.map((document) => document.name)

describe('the library', () => {
  it('takes in new, changed and removed documents', () => {
    const library = new LibraryState(() => {})
    library.apply([one({ id: 'b', name: 'b.pdf', state: 'queued' }), one({ id: 'a', name: 'a.pdf' })])
    library.apply([one({ id: 'b', name: 'b.pdf', state: 'reading', pagesRead: 3 })])
    expect(names(library)).toEqual(['a.pdf', 'b.pdf'])
    expect(library.documents[1]).toMatchObject({ state: 'reading', pagesRead: 3 })
    library.apply([one({ id: 'a', state: 'removed' })])
    expect(names(library)).toEqual(['b.pdf'])
  })

  it('keeps what was told while the list was on its way', async () => {
    let answer = (_: Document[]) => {}
    window.go = { main: { App: { Documents: () => new Promise<Document[]>((done) => (answer = done)) } as never } }
    const library = new LibraryState(() => {})
    const loading = library.load()
    await Promise.resolve()
    library.apply([one({ id: 'a', name: 'a.pdf', state: 'reading' })])
    library.apply([one({ id: 'a', name: 'a.pdf', state: 'failed' }), one({ id: 'b', state: 'removed' })])
    answer([one({ id: 'a', name: 'a.pdf', state: 'queued' }), one({ id: 'b', name: 'b.pdf' }), one({ id: 'c', name: 'c.pdf' })])
    await loading
    expect(library.documents.map(({ id, state }) => [id, state])).toEqual([['a', 'failed'], ['c', samples[0].state]])
    delete window.go
  })

  it('does not go back to what was told before, when that comes late', () => {
    let tell = (_: Document[], _seq: number) => {}
    window.runtime = { EventsOn: (_: string, listener: (...data: never[]) => void) => { tell = listener as typeof tell; return () => {} } }
    const library = new LibraryState(() => {})
    library.listen()
    tell([one({ id: 'a', name: 'a.pdf', state: 'ready' })], 9)
    tell([one({ id: 'a', name: 'a.pdf', state: 'reading' }), one({ id: 'b', name: 'b.pdf', state: 'reading' })], 8)
    expect(library.documents.map(({ id, state }) => [id, state])).toEqual([['a', 'ready'], ['b', 'reading']])
    delete window.runtime
  })

  it('says why a document could not be read again, and keeps it as it was', () => {
    const said: string[] = []
    let tell = (_: Document[]) => {}
    window.runtime = { EventsOn: (_: string, listener: (...data: never[]) => void) => { tell = listener as typeof tell; return () => {} } }
    const library = new LibraryState((text) => said.push(text))
    library.listen()
    tell([one({ id: 'a', name: 'a.pdf' })])
    tell([one({ id: 'a', name: 'a.pdf', state: 'unchanged', reason: 'a could not be read again, and stays as it was: it is not there' })])
    expect(library.documents.map(({ state }) => state)).toEqual(['ready'])
    expect(said).toEqual([library.refused.a])
    expect(library.refused.a).toMatch(/^a could not be read again/)
    delete window.runtime
  })

  it('sorts numbers as numbers', () => {
    const library = new LibraryState(() => {})
    library.apply(['10-K.pdf', '9-K.pdf', 'Z.pdf', 'a.pdf'].map((name, i) => one({ id: String(i), name })))
    expect(names(library)).toEqual(['9-K.pdf', '10-K.pdf', 'a.pdf', 'Z.pdf'])
  })
})

describe('adding', () => {
  const said: string[] = []
  beforeEach(() => {
    said.length = 0
    window.go = { main: { App: { Documents: async () => [], AddPaths: vi.fn() } as never } }
  })
  afterEach(() => delete window.go)
  const answers = (answer: () => unknown) => (window.go!.main.App.AddPaths = (async () => answer()) as never)

  it.each([
    [{ accepted: 2, message: '' }, []], // it is told when they are there
    [{ accepted: 0, message: 'No PDFs in that folder.' }, ['No PDFs in that folder.']],
    [{ accepted: 0, message: '' }, []],
  ])('says %j', async (answer, words) => {
    answers(() => answer)
    await new LibraryState((text) => said.push(text)).addPaths(['/x'])
    expect(said).toEqual(words)
  })

  it('says why it was refused', async () => {
    answers(() => { throw 'That folder cannot be opened.' })
    await new LibraryState((text) => said.push(text)).addPaths(['/x'])
    expect(said).toEqual(['That folder cannot be opened.'])
  })
})

describe('a row', () => {
  it.each([
    [{ state: 'queued' }, 'queued', 'progress'],
    [{ state: 'reading', pages: 160, pagesRead: 12 }, 'reading 12/160', 'progress'],
    [{ state: 'reading', pages: 160, pagesRead: 32, firstPages: 24 }, 'p. 1–24 ready', 'progress'],
    [{ state: 'locked' }, 'locked', 'locked'],
    [{ state: 'embedding', share: .62, secondsLeft: 9 }, 'embedding 62 % · 9 s', 'progress'],
    [{ state: 'embedding', share: 0, secondsLeft: 0 }, 'embedding 0 %', 'progress'],
    [{ pages: 160 }, '160 p.', 'file'],
    [{ keywordOnly: true }, 'keyword only', 'file'],
    [{ doubtful: 2, keywordOnly: true }, '2 pages to check', 'warn'],
    [{ doubtful: 1, state: 'embedding', share: .5 }, 'embedding 50 %', 'progress'],
    [{ unread: [3, 4], pages: 9 }, '9 p.', 'file'],
    [{ unread: [3, 4], readingSummary: '' }, '2 pages unread', 'warn'],
    [{ state: 'failed' }, 'failed', 'failed'],
  ] as [Partial<Document>, string, string][])('%j', (rest, words, look) => {
    const row = rowState(one(rest))
    expect([row.before, row.word].filter(Boolean).join(' ')).toBe(words)
    expect(row.look).toBe(look)
  })

  it.each([
    ['3M_2018_10K', { state: 'reading', pages: 160, pagesRead: 12, share: .07 }, 'reading 12/160'],
    ['GENERALMILLS_2022_10K', { state: 'reading', pages: 160, pagesRead: 12, share: .07 }, '7 %'],
    ['GENERALMILLS_2022_10K', { state: 'queued' }, ''],
    ['A report on the harbour and its cranes', { doubtful: 2 }, ''],
    ['2024年度有価証券報告書', { keywordOnly: true }, ''],
    ['Lease', { doubtful: 2 }, '2 pages to check'],
    ['A report on the harbour and its cranes', { state: 'failed' }, 'failed'],
  ] as [string, Partial<Document>, string][])('of %s, %j, cuts neither name nor word', (name, rest, words) => expect(besideName(name, rowState(one(rest)))).toBe(words))
})
