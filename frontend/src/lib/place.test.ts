import { beforeEach, expect, it, vi } from 'vitest'
import { PlaceState } from './place.svelte'
import type { WindowPlace } from './types'

let kept: WindowPlace[]
const last: WindowPlace = { conversation: 'c1', document: 'd1', page: 7, source: 520, drafts: [{ conversation: 'c1', text: 'And in 2023?' }, { conversation: 'c2', text: 'Who?' }] }

beforeEach(() => {
  vi.useFakeTimers()
  kept = []
  window.go = { main: { App: { LastPlace: async () => structuredClone(last), KeepPlace: async (place: WindowPlace) => void kept.push(place) } } } as never
})

const place = () => new PlaceState(() => ({ conversation: 'c1', document: '', page: 0 }))

it('drafts come back, but what is typed by then stays', async () => {
  const here = place()
  here.begin('c2', 'What?')
  expect(await here.load()).toEqual(last)
  expect([here.draft('c1'), here.draft('c2'), here.draft('c3')]).toEqual(['And in 2023?', 'What?', ''])
  expect(here.source).toBe(520)
})

it('is kept once it rests, with the draft that was begun last at the end', async () => {
  const here = place()
  await here.load()
  here.begin('c1', 'And')
  here.begin('c1', 'And in 2022?')
  here.begin('', 'New')
  here.begin('c2', '')
  expect(kept).toEqual([])
  vi.advanceTimersByTime(1000)
  expect(kept).toEqual([{ conversation: 'c1', document: '', page: 0, source: 520, drafts: [{ conversation: 'c1', text: 'And in 2022?' }, { conversation: '', text: 'New' }] }])
})

it('is not kept before it is known: nothing that was begun is lost', () => {
  const here = place()
  here.begin('c1', 'And')
  here.keep()
  vi.advanceTimersByTime(1000)
  expect(kept).toEqual([])
})
