import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import Trace from './Trace.svelte'
import { status, turn as sample } from '../dev/samples'
import { KEY, Lectern } from '../lib/lectern'
import type { StepDetail, Turn } from '../lib/types'

let lectern: Lectern
let stepDetail: ReturnType<typeof vi.fn>
let startOver: ReturnType<typeof vi.fn>
const settled = async () => { await tick(); await new Promise((done) => setTimeout(done)); await tick() }
const steps = () => screen.getAllByTestId('step')

async function show(turn: Turn) {
  lectern.conversations.id = 'c1'
  lectern.conversations.turns = [turn]
  render(Trace, { props: { turn }, context: new Map([[KEY, lectern]]) })
  await fireEvent.click(screen.getAllByRole('button')[0])
}

async function open(i: number) {
  await fireEvent.click(within(steps()[i]).getAllByRole('button')[0])
  await settled()
  return within(steps()[i])
}

beforeEach(() => {
  stepDetail = vi.fn(async (): Promise<StepDetail> => ({ in: [{ name: 'question', value: '"**How** <b>much</b>?"' }], out: [] }))
  startOver = vi.fn(async () => ({ run: 'new', conversation: 'c1', preferred: [], readings: [] }))
  window.go = { main: { App: { StepDetail: stepDetail, StartOver: startOver, Conversation: async () => new Promise(() => {}), Conversations: async () => [] } as never } }
  lectern = new Lectern()
  lectern.status.now = { ...status, look: { ...status.look, internals: true } }
})
afterEach(() => {
  cleanup()
  delete window.go
})

describe('what leaves the machine', () => {
  const asking = (rest: Partial<Turn> = {}) =>
    sample({ status: 'running', steps: [{ ...sample().steps[0], summary: '', title: 'Searching…', notes: [{ text: 'By words only.', leaves: false }, { text: 'example.com is asked for “rents”', leaves: true }] }], ...rest })
  const closed = (turn: Turn) => render(Trace, { props: { turn }, context: new Map([[KEY, lectern]]) })

  it('is told while the trace is closed, and counted', async () => {
    closed(asking())
    expect(screen.getByTestId('leaving').textContent).toBe('example.com is asked for “rents”')
    expect(screen.getAllByRole('button')[0].textContent).toContain('the web was asked once')
    await fireEvent.click(screen.getAllByRole('button')[0])
    expect(screen.queryByTestId('leaving')).toBeNull() // it stands among the notes
    const note = screen.getByText('example.com is asked for “rents”').parentElement!
    expect(note.classList.contains('leaves') && note.querySelector('svg')).toBeTruthy()
    expect(screen.getByText('By words only.').parentElement!.classList.contains('leaves')).toBe(false)
  })

  it('is counted in the end, and nothing is said where nothing left', () => {
    closed(asking({ status: 'answered' }))
    expect(screen.queryByTestId('leaving')).toBeNull()
    expect(screen.getAllByRole('button')[0].textContent).toContain('the web was asked once')
    cleanup()
    closed(sample())
    expect(screen.getAllByRole('button')[0].textContent).not.toContain('web')
  })
})

describe('a step of the trace', () => {
  it('opens, with what it took and what went in and came out', async () => {
    await show(sample())
    const step = await open(2)
    expect(step.getAllByRole('button')[0].getAttribute('aria-expanded')).toBe('true')
    expect(stepDetail).toHaveBeenCalledWith('run-1', 3, 't3')
    expect(step.getByText('3,120 read · 44 written')).toBeTruthy()
    expect(step.getByText('qwen3:8b')).toBeTruthy()
    expect(step.getByText('"**How** <b>much</b>?"').tagName).toBe('PRE') // as it is, neither markdown nor HTML
    expect(step.getByText('Nothing changed')).toBeTruthy()
    expect(stepDetail).toHaveBeenCalledTimes(1)
  })

  it('names what is empty together', async () => {
    stepDetail.mockResolvedValue({ in: [{ name: 'hits', value: '2' }, { name: 'language', value: '""' }, { name: 'plan', value: 'null' }], out: [{ name: 'passages', value: '[]' }] })
    await show(sample())
    const step = await open(0)
    expect(step.getAllByText(/^Empty/).map((one) => one.textContent)).toEqual(['Empty: language, plan', 'Empty: passages'])
    expect(step.queryByText('Nothing changed')).toBeNull()
  })

  it('says why its state cannot be read, and tries again', async () => {
    stepDetail.mockRejectedValueOnce('That step is not there any more.')
    await show(sample())
    const step = await open(0)
    expect(step.getByRole('alert').textContent).toContain('That step is not there any more.')
    await fireEvent.click(step.getByRole('button', { name: 'Retry' }))
    await settled()
    expect(step.queryByRole('alert')).toBeNull()
    expect(step.getByText('What went in')).toBeTruthy()
  })

  it('cuts what is long, and shows all of it when asked', async () => {
    const long = JSON.stringify('x'.repeat(4000))
    stepDetail.mockResolvedValue({ in: [], out: [{ name: 'answer', value: long }] })
    await show(sample())
    const step = await open(3)
    const value = step.getByRole('group', { name: 'answer, what came out' })
    expect(value.textContent).toMatch(/^"x{1499} …$/)
    expect(value.tabIndex).toBe(0) // it scrolls
    await fireEvent.click(step.getByRole('button', { name: /^Show all/ }))
    expect(value.textContent).toBe(long)
  })

  it('starts over from there', async () => {
    await show(sample())
    const step = await open(1)
    await fireEvent.click(step.getByRole('button', { name: 'Start over from here' }))
    await settled()
    expect(startOver).toHaveBeenCalledWith('run-1', 2)
    expect(lectern.conversations.turns).toMatchObject([{ run: 'new', status: 'running', branch: 2, branches: ['run-1', 'new'] }])
  })

  it('of which nothing was kept says so, and cannot be started over', async () => {
    await show(sample({ steps: sample().steps.map((one) => ({ ...one, checkpoint: 0, task: '' })) }))
    const step = await open(1)
    expect(stepDetail).not.toHaveBeenCalled()
    expect(step.getByText(/was not kept/)).toBeTruthy()
    expect(step.queryByRole('button', { name: 'Start over from here' })).toBeNull()
  })

  it('opens while later ones run, but nothing is started over meanwhile', async () => {
    const [one, two, three] = sample().steps
    await show(sample({ status: 'running', steps: [one, { ...two, summary: '' }, { ...three, summary: '', title: 'Reading…' }] }))
    expect(within(steps()[1]).queryByRole('button')).toBeNull()
    expect(within(steps()[2]).queryByRole('button')).toBeNull()
    const step = await open(0)
    expect(step.getByText('What went in')).toBeTruthy()
    expect(step.queryByRole('button', { name: 'Start over from here' })).toBeNull()
  })

  it('cannot be started over while another answer is written in the conversation', async () => {
    lectern.conversations.all = [{ id: 'c1', title: '', updated: '', turns: 1, running: true }]
    await show(sample())
    const again = (await open(0)).getByRole<HTMLButtonElement>('button', { name: 'Start over from here' })
    expect(again.disabled).toBe(true)
    expect(again.title).toMatch(/An answer is being written/)
  })
})
