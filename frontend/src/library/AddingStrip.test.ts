import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterEach, describe, expect, it, vi } from 'vitest'
import AddingStrip from './AddingStrip.svelte'
import { adding as sample, documents } from '../dev/samples'
import { KEY, Lectern } from '../lib/lectern'
import type { Adding, Document } from '../lib/types'

const locked = documents.find(({ state }) => state === 'locked')!

async function show(now: Partial<Adding>, listed: Document[] = []) {
  const app = { Adding: async () => ({ ...sample, ...now }), PauseAdding: vi.fn(async () => {}), CancelAllAdding: vi.fn(async () => {}), CancelAdding: vi.fn(async () => {}), UnlockDocument: vi.fn(async () => {}) }
  window.go = { main: { App: app as never } }
  const lectern = new Lectern()
  lectern.library.apply(listed)
  await lectern.library.adding.load()
  lectern.library.adding.shown = true
  render(AddingStrip, { context: new Map([[KEY, lectern]]) })
  return { app, lectern }
}
const strip = () => screen.getByTestId('adding').textContent!.replace(/\s+/g, ' ')

afterEach(() => {
  cleanup()
  delete window.go
})

describe('the strip of what is being added', () => {
  it('tells how far all is, and pauses it', async () => {
    const { app, lectern } = await show({ locked: 0 })
    expect(strip()).toContain('Adding 14 of 46')
    expect(strip()).toContain('2 min left')
    await fireEvent.click(screen.getByRole('button', { name: '3 failed' }))
    expect(lectern.library.listed).toBe('failed')
    await fireEvent.click(screen.getByRole('button', { name: 'Pause' }))
    expect(app.PauseAdding).toHaveBeenCalledWith(true)
  })

  it('says what is paused, and what still goes on', async () => {
    await show({ paused: true, locked: 0 })
    expect(strip()).toContain('Paused at 14 of 46')
    expect(strip()).toContain('2 files are still being read')
    expect(strip()).not.toContain('left')
    expect(screen.getByRole('button', { name: 'Resume' })).toBeTruthy()
  })

  it('hands a password over once, and keeps it nowhere', async () => {
    const { app, lectern } = await show({}, [locked])
    const field = screen.getByLabelText<HTMLInputElement>(`Password of ${locked.name.replace('.pdf', '')}`)
    expect(field.type).toBe('password')
    await fireEvent.input(field, { target: { value: 'sesame' } })
    await fireEvent.click(screen.getByRole('button', { name: 'Open' }))
    expect(app.UnlockDocument).toHaveBeenCalledWith(locked.id, 'sesame')
    expect(field.value).toBe('')
    lectern.library.apply([{ ...locked, state: 'reading' }])
    await tick()
    expect(strip()).toContain('Opening…')
    lectern.library.apply([{ ...locked, reason: 'That password doesn’t open it.' }])
    await tick()
    expect(strip()).toContain('That isn’t its password.')
    await fireEvent.click(screen.getByRole('button', { name: 'Leave out' }))
    expect(app.CancelAdding).toHaveBeenCalledWith(locked.id)
  })

  it('cancels the rest only when that is said twice', async () => {
    const { app } = await show({ locked: 0 })
    await fireEvent.click(screen.getByRole('button', { name: 'Cancel the rest' }))
    expect(strip()).toContain('Leave out 32 files that aren’t added yet?')
    expect(app.CancelAllAdding).not.toHaveBeenCalled()
    await fireEvent.click(screen.getByRole('button', { name: 'Leave out' }))
    expect(app.CancelAllAdding).toHaveBeenCalledOnce()
  })

  it('stands still while the program is gone', async () => {
    const { lectern } = await show({ locked: 0 })
    lectern.status.connection = 'lost'
    await tick()
    expect(strip()).toContain('Lectern isn\'t running')
    expect(strip()).not.toContain('left')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Pause' }).disabled).toBe(true)
  })

  it('says that the first pages of what is being read can be asked', async () => {
    const reading = documents.find(({ state }) => state === 'reading')!
    await show({ locked: 0 }, [{ ...reading, firstPages: 24 }])
    expect(strip()).toContain('2 min left · the first pages of 1 file can be asked already')
  })
})
