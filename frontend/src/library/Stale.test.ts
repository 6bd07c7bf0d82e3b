import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterEach, describe, expect, it, vi } from 'vitest'
import Stale from './Stale.svelte'
import { documents, status } from '../dev/samples'
import { KEY, Lectern } from '../lib/lectern'
import type { Document } from '../lib/types'

const of = (id: string, rest: Partial<Document>): Document => ({ ...documents.find((one) => one.id === id)!, ...rest })

function show() {
  const renew = vi.fn(async () => {})
  window.go = { main: { App: { RenewVectors: renew } as never } }
  const lectern = new Lectern()
  lectern.status.now = status
  lectern.library.apply([of('proposal', { stale: true }), of('columns', { stale: true, reason: 'No text on 1 page (p. 2): pictures or scans.' }), of('annual', {})])
  render(Stale, { context: new Map([[KEY, lectern]]) })
  return { lectern, renew }
}
const box = () => screen.queryByTestId('stale')?.textContent ?? ''

afterEach(() => {
  cleanup()
  delete window.go
})

describe('documents that an older model embedded', () => {
  it('are embedded anew only when the person wants it, and it is told how far that is', async () => {
    const { lectern, renew } = show()
    expect(box()).toContain('2 documents were embedded by an older nomic-embed-text.')
    expect(box()).not.toContain('No text')
    expect(renew).not.toHaveBeenCalled()
    await fireEvent.click(screen.getByRole('button', { name: 'Embed anew' }))
    expect(renew).toHaveBeenCalledOnce()
    lectern.library.apply([of('proposal', { state: 'embedding' })])
    await tick()
    expect(box()).toContain('0 of 2 done')
    lectern.library.apply([of('proposal', {}), of('columns', { state: 'embedding' })])
    await tick()
    expect(box()).toContain('1 of 2 done')
    lectern.library.apply([of('columns', {})])
    await waitFor(() => expect(box()).toBe(''))
  })

  it('are offered again, with the reason, when it failed', async () => {
    const { lectern } = show()
    await fireEvent.click(screen.getByRole('button', { name: 'Embed anew' }))
    lectern.library.apply([of('proposal', { stale: true, reason: 'Found as before. Not embedded anew: Ollama stopped.' })])
    await waitFor(() => expect(box()).toContain('Not embedded anew: Ollama stopped.'))
    await fireEvent.click(screen.getByRole('button', { name: 'Embed anew' }))
    expect(box()).toContain('Embedding anew: 0 of 2 done')
    lectern.library.apply([of('proposal', { stale: true, reason: 'Found as before. Not embedded anew: Ollama stopped.' })])
    await waitFor(() => expect(box()).toContain('Not embedded anew: Ollama stopped.'))
  })
})
