import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { afterEach, expect, it, vi } from 'vitest'
import ModelMemory from './ModelMemory.svelte'
import type { Model } from '../lib/types'

afterEach(cleanup)

const model: Model = { name: 'qwen3:8b', bytes: 5.2e9, chat: true, embed: false, vision: false, small: false, context: 40960, perToken: 147456 }
const changeKeep = vi.fn()
const changeTokens = vi.fn()
const show = (one: Model | undefined, tokens = 8192, problems = {}) => render(ModelMemory, { props: { model: one, keep: '', tokens, changeKeep, changeTokens, problems } })
const contexts = () => [...screen.getByRole('radiogroup', { name: 'Context' }).querySelectorAll('label')].map((label) => label.textContent!.replace(/\s+/g, ' ').trim())

it('tells what each context takes, the model included', () => {
  show(model)
  expect(contexts()).toEqual(['4k5.8 GB', '8k6.4 GB', '16k7.6 GB', '32k10.0 GB'])
  expect(screen.getByText('It holds 6.4 GB until then; the next answer starts sooner.')).toBeTruthy()
  expect(screen.getByText('How much it reads at once: about 12 pages.')).toBeTruthy()
})

it('offers no more than a model reads, and what is set', () => {
  show({ ...model, context: 9000 }, 12288)
  expect(contexts().map((label) => label.replace('k', 'k ').split(' ')[0])).toEqual(['4k', '8k', '12k'])
})

it('names no memory where the model does not tell', () => {
  show({ ...model, perToken: 0 })
  expect(contexts()).toEqual(['4k', '8k', '16k', '32k'])
  expect(screen.getByText(/^It holds its memory until then/)).toBeTruthy()
})

it('changes at once, and says why not', async () => {
  show(model, 8192, { context: "the answer can't be more than half" })
  await fireEvent.click(screen.getByLabelText(/^16k/))
  expect(changeTokens).toHaveBeenCalledWith(16384)
  await fireEvent.click(screen.getByLabelText('1 hour'))
  expect(changeKeep).toHaveBeenCalledWith('hour')
  expect(screen.getByText("The answer can't be more than half").getAttribute('role')).toBe('alert')
})
