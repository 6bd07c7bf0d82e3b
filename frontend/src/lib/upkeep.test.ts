import { expect, test } from 'vitest'
import { UpkeepState } from './upkeep.svelte'
import type { Upkeep } from './types'

test('what is told of something that has ended doesn’t say that it is under way', async () => {
  let tell = (_told: Upkeep) => {}
  window.runtime = { EventsOn: (_name: string, listener: typeof tell) => { tell = listener; return () => {} } } as never
  const upkeep = new UpkeepState()
  upkeep.listen()
  await upkeep.while('compact', async () => {
    tell({ what: 'compact', done: 1, of: 2 })
    expect(upkeep.now).toEqual({ what: 'compact', done: 1, of: 2 })
    tell({ what: 'backup', done: 1, of: 2 })
    expect(upkeep.now?.what).toBe('compact')
  })
  tell({ what: 'compact', done: 2, of: 2 })
  expect(upkeep.now).toBeUndefined()
  delete window.runtime
})
