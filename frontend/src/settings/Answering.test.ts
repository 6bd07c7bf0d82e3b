import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { afterEach, expect, it } from 'vitest'
import Answering from './Answering.svelte'
import type { Model } from '../lib/types'

afterEach(cleanup)

const models: Model[] = [
  { name: 'tiny:1b', bytes: 1e9, chat: true, embed: false, vision: false, small: true, context: 0, perToken: 0 },
  { name: 'qwen3:8b', bytes: 5e9, chat: true, embed: false, vision: false, small: false, context: 0, perToken: 0 },
]
const select = () => screen.getByLabelText<HTMLSelectElement>('How it answers')
const options = () => [...select().options].map(({ text, value }) => [text, value])

it.each([['tiny:1b', 'Automatic (chooses sentences)'], ['qwen3:8b', 'Automatic (writes)'], ['gone:7b', 'Automatic']])('says how %s answers by itself', (chosen, automatic) => {
  render(Answering, { props: { models, chosen, value: '' } })
  expect(options()).toEqual([[automatic, ''], ['Writes', 'writes'], ['Chooses sentences', 'chooses']])
})

it('lets a person overrule that', async () => {
  render(Answering, { props: { models, chosen: 'tiny:1b', value: '' } })
  await fireEvent.change(select(), { target: { value: 'writes' } })
  expect(select().selectedOptions[0].text).toBe('Writes')
})
