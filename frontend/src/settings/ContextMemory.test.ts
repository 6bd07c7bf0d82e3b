import { cleanup, render, screen } from '@testing-library/svelte'
import { afterEach, expect, it } from 'vitest'
import ContextMemory from './ContextMemory.svelte'
import type { Model } from '../lib/types'

afterEach(cleanup)

const model: Model = { name: 'qwen3:8b', bytes: 5.2e9, chat: true, embed: false, vision: false, small: false, context: 40960, perToken: 147456 }

it.each([[8192, '8,192 tokens .* up to 1.2 GB'], [262144, '40,960 tokens .* up to 6.0 GB']])('tells what a context of %d tokens takes', (tokens, said) => {
  render(ContextMemory, { props: { models: [model], chosen: 'qwen3:8b', tokens } })
  expect(screen.getByText(new RegExp(said)).textContent).toContain('5.2 GB')
})

it('says nothing of a model that does not tell', () => {
  const { container } = render(ContextMemory, { props: { models: [{ ...model, perToken: 0 }], chosen: 'qwen3:8b', tokens: 8192 } })
  expect(container.textContent.trim()).toBe('')
})
