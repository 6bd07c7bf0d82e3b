import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import MemoryRow from './MemoryRow.svelte'
import { conversations, memories } from '../dev/samples'
import { KEY, Lectern } from '../lib/lectern'
import type { Memory } from '../lib/types'

let kept: Memory[]
let lectern: Lectern
const leave = vi.fn()
const showBranch = vi.fn()
const heard = new Map<string, () => void>()

const settled = async () => { for (let i = 0; i < 8; i++) { await Promise.resolve(); await tick() } }
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name, hidden: true })
const shown = () => screen.queryAllByTestId('remembered').map((one) => one.querySelector('h3')!.textContent)
const press = async (name: string) => { await fireEvent.click(button(name)); await settled() }
const questions = () => kept.map(({ question }) => question)

async function open() {
  render(MemoryRow, { props: { leave }, context: new Map([[KEY, lectern]]) })
  await settled()
  await press('See what it remembers…')
}

beforeEach(() => {
  kept = structuredClone(memories)
  leave.mockReset()
  showBranch.mockReset().mockResolvedValue(conversations[2])
  HTMLDialogElement.prototype.showModal = vi.fn()
  HTMLDialogElement.prototype.close = vi.fn()
  window.runtime = { EventsOn: (name, listener) => (heard.set(name, listener), () => heard.delete(name)) }
  window.go = { main: { App: {
    Memories: async () => structuredClone(kept),
    Forget: async (run: string) => {
      if (!kept.some((one) => one.run === run)) throw 'nothing is remembered of that run (any more)'
      kept = kept.filter((one) => one.run !== run)
    },
    ForgetAll: async () => { kept = [] },
    Conversation: async (id: string) => structuredClone(conversations.find((one) => one.id === id)!),
    ShowBranch: showBranch,
  } as never } }
  lectern = new Lectern()
})
afterEach(() => {
  cleanup()
  heard.clear()
  delete window.go
  delete window.runtime
})

describe('what is remembered', () => {
  it('is counted, and listed with its question, answer and conversation', async () => {
    await open()
    expect(screen.getByText('2 remembered')).toBeTruthy()
    expect(shown()).toEqual(questions())
    expect(screen.getByText(memories[0].summary)).toBeTruthy()
    expect(screen.getByText('3 questions put together')).toBeTruthy()
    expect(button('Open “Cost of the heavy-ion proposal”')).toBeTruthy()
  })

  it('is forgotten one by one, when that is confirmed', async () => {
    await open()
    await press(`Forget: ${memories[1].question}`)
    expect(screen.getByText('Forget this and all 3 questions in it?')).toBeTruthy()
    expect(document.activeElement).toBe(button('Forget'))
    await press('Keep')
    expect(document.activeElement).toBe(button(`Forget: ${memories[1].question}`))
    await press(`Forget: ${memories[1].question}`)
    await press('Forget')
    expect(shown()).toEqual([memories[0].question])
    expect(questions()).toEqual(shown())
    expect(document.activeElement).toBe(button(`Forget: ${memories[0].question}`))
    expect(screen.getByText('1 remembered')).toBeTruthy()
  })

  it('is forgotten as a whole, when that is confirmed', async () => {
    await open()
    await press('Forget all…')
    await press('Keep')
    expect(kept).toHaveLength(2)
    await press('Forget all…')
    await press('Forget all')
    expect(kept).toEqual([])
    expect(screen.getByText(/^Nothing is remembered yet/)).toBeTruthy()
    expect(screen.queryByText('Forget all…')).toBeNull()
    expect(screen.getByText('Nothing yet')).toBeTruthy()
  })

  it('says why when it could not be forgotten', async () => {
    await open()
    kept = []
    await press(`Forget: ${memories[0].question}`)
    await press('Forget')
    expect(lectern.desk.toasts.map(({ text }) => text)).toEqual(['nothing is remembered of that run (any more)'])
    expect(shown()).toHaveLength(2)
  })

  it('follows what is told: another window forgot, a conversation was deleted', async () => {
    await open()
    for (const event of ['memories', 'conversations']) {
      kept = kept.slice(1)
      heard.get(event)!()
      await settled()
      expect(shown()).toEqual(questions())
    }
  })

  it('leads to its conversation, and to the branch that it was asked in', async () => {
    await open()
    await press('Open “Cost of the heavy-ion proposal”')
    expect(lectern.conversations.id).toBe('c1')
    expect(showBranch).not.toHaveBeenCalled()
    expect(leave).toHaveBeenCalledTimes(1)
    kept = [{ ...memories[1], run: 'elsewhere' }]
    heard.get('memories')!()
    await settled()
    await press('Open “Segment changes, 3M”')
    expect(lectern.conversations.id).toBe('c3')
    expect(showBranch).toHaveBeenCalledWith('elsewhere')
    expect(leave).toHaveBeenCalledTimes(2)
  })
})
