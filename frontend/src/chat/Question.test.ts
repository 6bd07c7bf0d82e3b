import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import Question from './Question.svelte'
import { documents, turn as sample } from '../dev/samples'
import { KEY, Lectern } from '../lib/lectern'
import type { Turn } from '../lib/types'

let lectern: Lectern
let ask: ReturnType<typeof vi.fn>
let showBranch: ReturnType<typeof vi.fn<(run: string) => Promise<void>>>
const middle = sample({ run: 'b', question: 'How much?', mode: 'documents', files: ['Two columns.pdf'], branch: 2, branches: ['a', 'b', 'c'] })

const settled = async () => { await tick(); await Promise.resolve(); await tick(); await tick() }
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const field = () => screen.getByRole<HTMLTextAreaElement>('combobox', { name: 'Edit the question' })
const key = (name: string, rest = {}) => fireEvent.keyDown(field(), { key: name, ...rest })
const type = (text: string) => fireEvent.input(field(), { target: { value: text } })

function show(turn: Turn) {
  lectern.conversations.id = 'c1'
  lectern.conversations.turns = [turn]
  return render(Question, { props: { turn, showBranch }, context: new Map([[KEY, lectern]]) })
}

async function edit() {
  await fireEvent.click(button('Edit'))
  await settled()
}

beforeEach(() => {
  ask = vi.fn(async () => ({ run: 'new', conversation: 'c1', preferred: [], readings: [] }))
  showBranch = vi.fn(async () => {})
  window.go = { main: { App: { Ask: ask, Conversation: async () => new Promise(() => {}), Conversations: async () => [], RunEvents: async () => [] } as never } }
  lectern = new Lectern()
  lectern.library.apply(documents)
})
afterEach(() => {
  cleanup()
  delete window.go
})

describe('how a question was understood', () => {
  const read = { ...middle, question: 'And 3M?', preferred: [{ field: 'company', value: '3M' }] as Turn['preferred'], readings: [{ as: 'before', text: 'How much had 3M?' }] as Turn['readings'] }

  it('is shown, and each thing can be taken off, which asks again without it', async () => {
    show(read)
    expect(screen.getByText('Read as “How much had 3M?”')).toBeTruthy()
    await fireEvent.click(button('Ask it as it stands'))
    await settled()
    expect(ask).toHaveBeenLastCalledWith(expect.objectContaining({ text: 'And 3M?', dropped: ['before'], off: [], instead: 'b' }))
    cleanup()
    show(read)
    await fireEvent.click(button('Take off 3M'))
    await settled()
    expect(ask).toHaveBeenLastCalledWith(expect.objectContaining({ off: [{ field: 'company', value: '3M' }], dropped: [] }))
  })

  it('tells of no parts where a figure was read straight from its cells', () => {
    const parted: Turn = { ...middle, readings: [{ as: 'parts', text: '2023; 2024' }] }
    show(parted)
    expect(screen.getByText(/2023; 2024/)).toBeTruthy()
    cleanup()
    show({ ...parted, answerMode: 'figure' })
    expect(screen.queryByText(/2023; 2024/)).toBeNull()
  })

  it('is not changed while an answer comes, and not shown where there is nothing to say', async () => {
    lectern.conversations.turns = [sample({ run: 'z', status: 'running' })]
    render(Question, { props: { turn: read, showBranch }, context: new Map([[KEY, lectern]]) })
    expect(button('Ask it as it stands').disabled).toBe(true)
    cleanup()
    show(middle)
    expect(screen.queryByRole('group', { name: 'How the question was understood' })).toBeNull()
  })
})

describe('editing a question', () => {
  it('turns it into a field with its text and sends it instead', async () => {
    show({ ...middle, folder: '/home/me/Papers', language: 'Deutsch', numbers: [{ name: 'retries', value: 1 }] })
    expect(screen.getByText('Deutsch · Papers · retries: 1')).toBeTruthy()
    await edit()
    expect(document.activeElement).toBe(field())
    expect(field().value).toBe('How much?')
    expect(screen.queryByRole('heading')).toBeNull()
    await type('How little?')
    await key('Enter')
    await settled()
    expect(ask).toHaveBeenCalledWith({ conversation: 'c1', text: 'How little?', workflow: 'chat', mode: 'documents', files: ['Two columns.pdf'], model: '', folder: '/home/me/Papers', filters: [], off: [], dropped: [], all: false, language: 'Deutsch', numbers: [{ name: 'retries', value: 1 }], instead: 'b' })
    expect(lectern.conversations.turns).toMatchObject([{ run: 'new', question: 'How little?', branch: 4, branches: ['a', 'b', 'c', 'new'] }])
  })

  it('gives the question and the focus back with Escape, and stops nothing by that', async () => {
    show(middle)
    await edit()
    await type('Nothing that matters')
    expect(await key('Escape')).toBe(false) // prevented
    await settled()
    expect(screen.getByRole('heading').textContent).toContain('How much?')
    expect(document.activeElement).toBe(button('Edit'))
    await edit()
    expect(field().value).toBe('How much?')
    await fireEvent.click(button('Cancel'))
    await settled()
    expect(screen.queryByRole('combobox')).toBeNull()
  })

  it('leaves Shift+Enter to the field, and sends no empty text', async () => {
    show(middle)
    await edit()
    expect(await key('Enter', { shiftKey: true })).toBe(true)
    await type('   ')
    expect(button('Send').disabled).toBe(true)
    await key('Enter')
    expect(ask).not.toHaveBeenCalled()
  })

  it('offers the documents to name', async () => {
    show(middle)
    await edit()
    await fireEvent.input(field(), { target: { value: 'In @two', selectionStart: 7, selectionEnd: 7 } })
    await key('Enter')
    await settled()
    expect(field().value).toBe('In @"Two columns.pdf" ')
    expect(ask).not.toHaveBeenCalled()
  })

  it('keeps the text when it is refused, and says why', async () => {
    ask.mockRejectedValueOnce('An answer is still being written.')
    show(middle)
    await edit()
    await type('How little?')
    await fireEvent.click(button('Send'))
    await settled()
    expect(field().value).toBe('How little?')
    expect(lectern.desk.toasts.map((toast) => toast.text)).toEqual(['An answer is still being written.'])
  })

  it('waits for the answer that is being written', () => {
    show({ ...middle, status: 'running' })
    expect(button('Edit').disabled).toBe(true)
    expect(button('Edit').title).toMatch(/An answer is being written/)
  })

  it('closes when another branch comes to its place', async () => {
    const { rerender } = show(middle)
    await edit()
    await rerender({ turn: sample({ run: 'c', question: 'Why?', files: [] }), showBranch })
    expect(screen.getByRole('heading').textContent).toContain('Why?')
    await rerender({ turn: middle, showBranch })
    expect(screen.getByRole('heading').textContent).toContain('How much?')
  })
})

describe('the versions of a question', () => {
  it('are not mentioned where there is one', () => {
    show({ ...middle, branch: 1, branches: ['b'] })
    expect(screen.queryByRole('group')).toBeNull()
  })

  it('are walked in both directions', async () => {
    show(middle)
    expect(screen.getByRole('group', { name: 'Version 2 of 3' }).textContent).toContain('2/3')
    await fireEvent.click(button('Earlier version'))
    await fireEvent.click(button('Later version'))
    expect(showBranch.mock.calls).toEqual([['a'], ['c']])
  })

  it('end, and the button that was pressed keeps the focus', async () => {
    const { rerender } = show(middle)
    button('Later version').focus()
    await rerender({ turn: { ...middle, run: 'c', branch: 3 }, showBranch })
    expect(document.activeElement).toBe(button('Later version'))
    expect(button('Later version').getAttribute('aria-disabled')).toBe('true')
    await fireEvent.click(button('Later version'))
    expect(showBranch).not.toHaveBeenCalled()
    expect(button('Earlier version').getAttribute('aria-disabled')).toBe('false')
  })
})
