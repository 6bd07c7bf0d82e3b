import { describe, expect, it } from 'vitest'
import { citedRange, tonesOf, wordsAfter, wordsBefore } from './cited'

const sentence = (html: string) => {
  document.body.innerHTML = html
  return citedRange(document.querySelector<HTMLElement>('#x')!)?.toString()
}
const chip = (id = '') => `<button class="chip" ${id && `id="${id}"`}>1</button>`

describe('citedRange', () => {
  it.each([
    [`<p>One is so. Two is <b>so</b> too.${chip('x')} Three.</p>`, 'Two is so too.'],
    [`<p>One is so.${chip()} Two is so${chip('x')}, they say.</p>`, 'Two is so'],
    [`<p>Only one ${chip('x')}</p>`, 'Only one'],
    [`<p>Version 3.2 of e.g. this.${chip('x')}</p>`, 'Version 3.2 of e.g. this.'],
    [`<p>${chip('x')} Nothing before.</p>`, undefined],
  ])('%s', (html, expected) => expect(sentence(html)).toBe(expected))
})

describe('the words beside a quote', () => {
  const long = 'ger than the quote, so that it had to be cut within a wo'
  it('are whole', () => {
    expect(wordsBefore(`${long}rd. `)).toBe('…than the quote, so that it had to be cut within a word. ')
    expect(wordsAfter(` lon${long}`)).toBe(' longer than the quote, so that it had to be cut within a…')
    expect(wordsAfter(` lon${long}rd. `)).toBe(` lon${long}rd.`)
  })
  it('have no dots where nothing is missing', () => {
    expect(wordsBefore('Short. ')).toBe('Short. ')
    expect(wordsAfter(' And on ')).toBe(' And on')
  })
})

it('each citation of a document has a colour, those of the same words the same', () => {
  const spot = (n: number, quote: string, document = 'a', page = 1) => ({ n, quote, document, page })
  const tones = tonesOf([spot(1, 'Revenue rose.'), spot(2, 'Elsewhere', 'b'), spot(3, 'Revenue rose.'), spot(4, 'Staff fell.'), spot(4, 'Staff fell.'), spot(0, 'A passage'), spot(5, 'Revenue rose.', 'a', 2)], 'a')
  expect([...tones]).toEqual([[1, 0], [3, 0], [4, 1], [5, 2]])
})
