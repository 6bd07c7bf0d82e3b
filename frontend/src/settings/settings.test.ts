import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { settings as sample } from '../dev/samples'
import { SettingsState } from './settings.svelte'
import type { Settings } from '../lib/types'

let save: ReturnType<typeof vi.fn<(settings: Settings) => Promise<void>>>
let state: SettingsState

beforeEach(async () => {
  save = vi.fn(async () => {})
  window.go = { main: { App: { Settings: async () => structuredClone(sample), SaveSettings: save } as never } }
  state = new SettingsState()
  await state.load()
})
afterEach(() => delete window.go)

it('keeps each change at once, on top of those before it', async () => {
  void state.change('scans', (next) => { next.scans = 'nobody' })
  await state.change('keep', (next) => { next.keep = 'hour' })
  expect(save.mock.calls.map(([{ scans, keep }]) => [scans, keep])).toEqual([['nobody', ''], ['nobody', 'hour']])
  expect(state.now).toMatchObject({ scans: 'nobody', keep: 'hour' })
  expect(state.kept).toBe(2)
})

it('tells what was refused beside it, and keeps what follows', async () => {
  save.mockRejectedValueOnce('"x y" is no address of an Ollama server')
  await state.change('host', (next) => { next.ollamaHost = 'x y' })
  expect(state.problems.host).toBe('"x y" is no address of an Ollama server')
  expect(state.now!.ollamaHost).toBe(sample.ollamaHost)
  await state.change('keep', (next) => { next.keep = 'always' })
  expect(save.mock.lastCall![0]).toMatchObject({ ollamaHost: sample.ollamaHost, keep: 'always' })
  expect(state.problems.host).toBeTruthy()
  await state.change('host', (next) => { next.ollamaHost = '' })
  expect(state.problems.host).toBe('')
})

it('says why settings could not be read', async () => {
  window.go!.main.App.Settings = async () => { throw 'the disk is gone' }
  const other = new SettingsState()
  await other.load()
  expect(other.unread).toBe('the disk is gone')
})
