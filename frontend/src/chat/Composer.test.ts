import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import Composer from './Composer.svelte'
import { documents, settings } from '../dev/samples'
import { KEY, Lectern } from '../lib/lectern'
import type { Question, Turn } from '../lib/types'

let lectern: Lectern
let ask: ReturnType<typeof vi.fn>
let warm: ReturnType<typeof vi.fn>
const field = () => screen.getByTestId<HTMLTextAreaElement>('composer')

async function type(text: string) {
  await fireEvent.input(field(), { target: { value: text, selectionStart: text.length, selectionEnd: text.length } })
}
const key = (name: string, rest = {}) => fireEvent.keyDown(field(), { key: name, ...rest })
const settled = async () => { await tick(); await Promise.resolve(); await tick() }

beforeEach(() => {
  ask = vi.fn(async (_question: Question) => ({ run: 'r1', conversation: 'c1', preferred: [], readings: [] }))
  warm = vi.fn(async (_model: string) => {})
  window.go = { main: { App: { Ask: ask, Warm: warm, Conversations: async () => [], RunEvents: async () => [], Settings: async () => settings } as never } }
  lectern = new Lectern()
  lectern.library.apply(documents)
  render(Composer, { context: new Map([[KEY, lectern]]) })
})
afterEach(() => {
  cleanup()
  delete window.go
})

describe('the model', () => {
  afterEach(() => { vi.useRealTimers() })

  it('is loaded when somebody begins to type, once, and again when it may have been let go', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    expect(warm).not.toHaveBeenCalled()
    for (const text of ['W', 'Wh', '', 'Who']) await type(text)
    expect(warm.mock.calls).toEqual([['']])
    vi.setSystemTime(Date.now() + 6 * 60_000)
    await type('Who pays?')
    expect(warm).toHaveBeenCalledTimes(2)
  })
})

describe('the mention popup', () => {
  it('opens on @, filters while typing and is announced as a listbox', async () => {
    await type('What does @')
    expect(field().getAttribute('aria-expanded')).toBe('true')
    expect(screen.getAllByRole('option').length).toBe(6)
    await type('What does @two')
    expect(screen.getAllByRole('option').map((one) => one.textContent)).toEqual([expect.stringContaining('Two columns')])
    expect(field().getAttribute('aria-activedescendant')).toBe(screen.getByRole('option').id)
  })

  it('walks with the arrows and inserts with Enter, in quotes where there are spaces', async () => {
    await type('@t')
    expect(screen.getAllByRole('option')[0].getAttribute('aria-selected')).toBe('true')
    await key('ArrowDown')
    expect(screen.getAllByRole('option')[1].getAttribute('aria-selected')).toBe('true')
    await key('ArrowUp')
    await type('@two')
    await key('Enter')
    await settled()
    expect(field().value).toBe('@"Two columns.pdf" ')
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(ask).not.toHaveBeenCalled()
  })

  it('closes with Escape and does not stop anything by that', async () => {
    await type('@two')
    expect(await key('Escape')).toBe(false) // prevented
    expect(screen.queryByRole('listbox')).toBeNull()
  })

  it('does not offer documents that cannot be asked', async () => {
    await type('@payslip')
    expect(screen.queryByRole('listbox')).toBeNull()
  })

  it('takes a name from the library', async () => {
    lectern.desk.composer!.mention('3M_2018_10K.pdf')
    await settled()
    expect(field().value).toBe('@3M_2018_10K.pdf ')
  })
})

describe('asking', () => {
  it('sends with Enter, leaves the mentions to Go and empties the field', async () => {
    await type('What does @3M_2018_10K say?')
    await key('Enter')
    await settled()
    expect(ask).toHaveBeenCalledWith({ conversation: '', text: 'What does @3M_2018_10K say?', workflow: 'chat', mode: 'auto', files: [], model: '', folder: '', filters: [], off: [], dropped: [], all: false, language: '', numbers: [], instead: '' })
    expect(field().value).toBe('')
    expect(screen.getByTestId('stop')).toBeTruthy()
  })

  it('goes on with what was wished for, and the next question has it too', async () => {
    const picker = () => screen.getByRole('button', { name: /^For this question/ })
    await fireEvent.click(picker())
    await settled()
    await fireEvent.change(screen.getByLabelText('Answer in'), { target: { value: 'Deutsch' } })
    expect([...screen.getByLabelText<HTMLSelectElement>('Search in').options].map(({ value }) => value)).toContain('/home/me/Papers')
    await fireEvent.change(screen.getByLabelText('Search in'), { target: { value: '/home/me/Papers' } })
    await fireEvent.keyDown(screen.getByTestId('wishes'), { key: 'Escape' })
    expect(screen.queryByTestId('wishes')).toBeNull()
    expect(document.activeElement).toBe(picker())
    expect(picker().textContent).toContain('Deutsch · Papers')
    for (const text of ['What?', 'Why?']) {
      await type(text)
      await key('Enter')
      await settled()
      expect(ask).toHaveBeenLastCalledWith(expect.objectContaining({ text, language: 'Deutsch', folder: '/home/me/Papers', numbers: [] }))
      lectern.conversations.turns = []
    }
    await fireEvent.click(picker())
    await settled()
    await fireEvent.click(screen.getByRole('button', { name: 'As in the settings' }))
    expect(picker().textContent?.trim()).toBe('')
  })

  it('leaves Shift+Enter to the field', async () => {
    await type('one')
    expect(await key('Enter', { shiftKey: true })).toBe(true)
    expect(ask).not.toHaveBeenCalled()
  })

  it('keeps the question when it is refused, and says why', async () => {
    ask.mockRejectedValueOnce('This conversation was deleted. Begin a new one.')
    await type('Why?')
    await key('Enter')
    await settled()
    expect(field().value).toBe('Why?')
    expect(lectern.desk.toasts.map((toast) => toast.text)).toEqual(['This conversation was deleted. Begin a new one.'])
  })
})

describe('while it answers', () => {
  const asked = () => ask.mock.calls.map(([question]) => question.text)
  const waiting = () => within(screen.getByTestId('queue')).getAllByRole('listitem').map((one) => one.textContent?.trim())
  const ends = async (status: Turn['status']) => {
    lectern.conversations.turns = lectern.conversations.turns.map((turn) => ({ ...turn, status }))
    await settled()
    await settled()
  }
  const asks = async (...questions: string[]) => {
    for (const text of questions) {
      await type(text)
      await key('Enter')
      await settled()
    }
  }

  it('questions wait, can be put in another order, changed and taken out, and are asked one after another', async () => {
    await asks('One?', 'Two?', 'Three?', 'Four?')
    expect(asked()).toEqual(['One?'])
    expect(field().value).toBe('')
    expect(waiting()).toEqual(['Two?', 'Three?', 'Four?'])
    await fireEvent.click(screen.getAllByRole('button', { name: 'Ask it earlier' })[0])
    expect(waiting()).toEqual(['Three?', 'Two?', 'Four?'])
    await fireEvent.click(screen.getAllByRole('button', { name: 'Take it out' })[2])
    await fireEvent.click(screen.getAllByRole('button', { name: 'Change it' })[1])
    await settled()
    expect(field().value).toBe('Two?')
    await key('Enter')
    expect(waiting()).toEqual(['Three?', 'Two?'])
    await ends('answered')
    expect(asked()).toEqual(['One?', 'Three?'])
    expect(waiting()).toEqual(['Two?'])
    await ends('answered')
    expect(asked()).toEqual(['One?', 'Three?', 'Two?'])
    expect(screen.queryByTestId('queue')).toBeNull()
  })

  it('they wait for the person after an answer that was stopped', async () => {
    await asks('One?', 'Two?')
    await ends('stopped')
    expect(asked()).toEqual(['One?'])
    expect(screen.getByTestId('queue').textContent).toContain('The answer before was not finished.')
    await fireEvent.click(screen.getByRole('button', { name: 'Ask now' }))
    await settled()
    expect(asked()).toEqual(['One?', 'Two?'])
  })

  it('one that is refused waits on', async () => {
    await asks('One?', 'Two?')
    ask.mockRejectedValueOnce('No.')
    await ends('failed')
    await fireEvent.click(screen.getByRole('button', { name: 'Ask now' }))
    await settled()
    expect(waiting()).toEqual(['Two?'])
  })

  it('↑ brings the last question into an empty field', async () => {
    await asks('One?')
    await key('ArrowUp')
    await settled()
    expect(field().value).toBe('One?')
    expect(field().selectionStart).toBe(4)
    await type('Else')
    await key('ArrowUp')
    expect(field().value).toBe('Else')
  })
})

it('each conversation has a draft of its own', async () => {
  await type('Begun')
  lectern.conversations.id = 'c7'
  await settled()
  expect(field().value).toBe('')
  await type('Of the seventh')
  lectern.conversations.startNew()
  await settled()
  expect(field().value).toBe('Begun')
  lectern.conversations.id = 'c7'
  await settled()
  expect(field().value).toBe('Of the seventh')
})
