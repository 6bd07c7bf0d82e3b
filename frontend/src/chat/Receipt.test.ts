import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { afterEach, describe, expect, it, vi } from 'vitest'
import Receipt from './Receipt.svelte'
import { receipt, receiptText, turn } from '../dev/samples'
import { api } from '../lib/api'
import { KEY, Lectern } from '../lib/lectern'

vi.mock('../lib/api', async (real) => ({ ...(await real<typeof import('../lib/api')>()), api: { receipt: vi.fn(), receiptText: vi.fn() } }))
vi.mocked(api.receiptText).mockResolvedValue(receiptText)
afterEach(cleanup)

const lectern = new Lectern()
const context = new Map([[KEY, lectern]])
const words = (element: HTMLElement) => element.textContent.replace(/\s+/g, ' ')

async function opened() {
  vi.mocked(api.receipt).mockResolvedValue(receipt)
  render(Receipt, { props: { turn: turn() }, context })
  await fireEvent.click(screen.getByRole('button', { name: 'What the model was given' }))
  return screen.findAllByTestId('receipt-call')
}

describe('the receipt', () => {
  it('is not there when no model was asked', () => {
    render(Receipt, { props: { turn: turn({ steps: [] }) }, context })
    expect(screen.queryByTestId('receipt')).toBeNull()
  })

  it('says of each call what was read, what was given, and what was left out', async () => {
    const [cut, again] = await opened()
    expect(words(screen.getByTestId('receipt'))).toContain('2 calls · 4,730 tokens read · 412 written')
    expect(words(cut)).toMatch(/generator qwen3:8b.*cut short.*3,048 of 8,192/)
    await fireEvent.click(again.querySelector('button')!)
    const told = words(again)
    for (const part of ['1,682 counted · 1,658 estimated', '2 given, about 310 tokens · 4 left out: no room', 'takes 342 tokens, 120 were left', 'shortened to its best sentences']) expect(told).toContain(part)
  })

  it('says which answers were not of the form that was asked for', async () => {
    vi.mocked(api.receipt).mockResolvedValue({ ...receipt, faults: 2, mended: 1, calls: receipt.calls.map((call) => ({ ...call, cut: false, fault: 'it is no JSON' })) })
    render(Receipt, { props: { turn: turn() }, context })
    await fireEvent.click(screen.getByRole('button', { name: 'What the model was given' }))
    const [call] = await screen.findAllByTestId('receipt-call')
    expect(words(call)).toContain('wrong form')
    expect(words(screen.getByTestId('receipt'))).toContain('2 answers were not of the form that was asked for, 1 mended when asked again')
  })

  it('opens the passages that were given', async () => {
    const [, again] = await opened()
    await fireEvent.click(again.querySelector('button')!)
    await fireEvent.click(again.querySelector('dd button')!)
    expect(lectern.desk.spot).toMatchObject({ document: receipt.calls[1].passages[0].document, page: receipt.calls[1].passages[0].page })
  })

  it('shows the exact text as plain text', async () => {
    const [, again] = await opened()
    await fireEvent.click(again.querySelector('button')!)
    await fireEvent.click(screen.getByRole('button', { name: 'Show the exact text' }))
    const text = await screen.findByTestId('receipt-text')
    expect(api.receiptText).toHaveBeenCalledWith(turn().run, 2)
    expect([...text.querySelectorAll('pre')].map((one) => one.textContent)).toEqual(receiptText.messages.map(({ text }) => text))
    expect(text.querySelector('pre b')).toBeNull()
  })

  it('says why it can not be read, and tries again', async () => {
    vi.mocked(api.receipt).mockRejectedValueOnce('that run is not there (any more)')
    render(Receipt, { props: { turn: turn() }, context })
    await fireEvent.click(screen.getByRole('button', { name: 'What the model was given' }))
    expect(words(await screen.findByRole('alert'))).toContain('that run is not there')
    vi.mocked(api.receipt).mockResolvedValue(receipt)
    await fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(screen.getAllByTestId('receipt-call')).toHaveLength(2))
  })
})
