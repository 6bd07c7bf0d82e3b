import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { afterEach, describe, expect, it, vi } from 'vitest'
import Export from './Export.svelte'
import { KEY, Lectern } from '../lib/lectern'

afterEach(cleanup)

function show(path: string) {
  const saved = vi.fn(async () => ({ path, address: '' }))
  window.go = { main: { App: { SaveExport: saved } as never } }
  const lectern = new Lectern()
  const said = vi.spyOn(lectern.desk, 'say')
  render(Export, { props: { id: 'r1', label: 'Export answer' }, context: new Map([[KEY, lectern]]) })
  return { saved, said }
}

async function choose(name: RegExp) {
  await fireEvent.click(screen.getByRole('button', { name: 'Export answer' }))
  await fireEvent.click(await screen.findByRole('menuitem', { name }))
}

describe('an answer is exported', () => {
  for (const [name, format] of [[/^Markdown/, 'md'], [/^PDF/, 'pdf'], [/^Web page/, 'html']] as const) {
    it(`as ${format}, and the person is told where it is`, async () => {
      const { saved, said } = show(`/home/me/a.${format}`)
      await choose(name)
      await waitFor(() => expect(said).toHaveBeenCalledWith(`Saved as /home/me/a.${format}.`))
      expect(saved).toHaveBeenCalledWith('r1', format)
    })
  }

  it('a PDF takes its time, and says so', async () => {
    const { saved, said } = show('')
    await choose(/^PDF/)
    await waitFor(() => expect(saved).toHaveBeenCalled())
    expect(said.mock.calls).toEqual([['Drawing the cited passages…']])
  })

  it('nothing is told where the person changed their mind', async () => {
    const { saved, said } = show('')
    await choose(/^Markdown/)
    await waitFor(() => expect(saved).toHaveBeenCalled())
    expect(said).not.toHaveBeenCalled()
  })
})
