import { cleanup, render, screen } from '@testing-library/svelte'
import { afterEach, describe, expect, it } from 'vitest'
import NotTold from './NotTold.svelte'
import { turn } from '../dev/samples'
import { KEY, Lectern } from '../lib/lectern'
import { say } from '../lib/messages'

afterEach(cleanup)

describe('the card of a question that no document tells', () => {
  it('says what is missing and what can be done before that no model runs', () => {
    render(NotTold, { props: { turn: turn({ status: 'answered', message: 'Ollama is not running.' }) }, context: new Map([[KEY, new Lectern()]]) })
    const text = screen.getByTestId('not-told').textContent.replace(/\s+/g, ' ')
    const order = ['Not in ', say('answer.not-told-nearest'), say('answer.search-words'), 'Ollama is not running.'].map((words) => text.indexOf(words))
    expect(order.every((at, i) => at >= 0 && (i === 0 || at > (order[i - 1] ?? 0)))).toBe(true)
  })

  it('says nothing of models where nothing is to be said', () => {
    render(NotTold, { props: { turn: turn({ status: 'answered', message: '' }) }, context: new Map([[KEY, new Lectern()]]) })
    expect(screen.queryByTestId('not-told-message')).toBeNull()
  })
})
