import { cleanup, render, screen } from '@testing-library/svelte'
import { afterEach, expect, it } from 'vitest'
import Proof from './Proof.svelte'
import { answered, comparison, made } from '../dev/compared'
import { turn } from '../dev/samples'
import { KEY, Lectern } from '../lib/lectern'
import type { Turn } from '../lib/types'

afterEach(cleanup)

const own = answered(turn({ run: 'r1' }), made)
const said = () => screen.getByTestId('proof').textContent?.replace(/\s+/g, ' ').trim()
const show = (change: Partial<Turn>, more: object) => render(Proof, { props: { turn: { ...own, ...change }, ...more }, context: new Map([[KEY, new Lectern()]]) })

it('a comparison is proved by its cells, without sentences too', () => {
  show({ audit: undefined }, { summed: comparison })
  expect(said()).toBe('24 cells, 12 figures worked out, all recomputed · 2 gaps')
  expect(screen.queryByRole('button')).toBeNull() // there is nothing to unfold
})

it('what its sentences claim and the pages contradict comes first', () => {
  show({ audit: { ...own.audit!, sentences: [{ ...own.audit!.sentences[0], verdict: 'contradicted' }] } }, { summed: comparison })
  expect(screen.getByTestId('proof').dataset.tone).toBe('bad')
  expect(said()).toMatch(/^1 statement is contradicted/)
})

it('a failed check is told', () => {
  show({}, { summed: comparison, failed: 2 })
  expect([screen.getByTestId('proof').dataset.tone, said()]).toEqual(['warn', '24 cells, 12 figures worked out · 2 failed checks · 2 gaps'])
})
