import { afterEach, expect, it } from 'vitest'
import { find } from './finding'

afterEach(() => document.body.replaceChildren())

function rows() {
  document.body.innerHTML = `
    <div class="field-row" data-words="dark light appearance"><label>Theme</label></div>
    <div class="field-row"><label>Text size</label><p>Of everything but the pages of documents.</p></div>
    <div class="field-row"><label>Context</label><p>How much it reads at once.</p></div>`
  return document.body
}
const shown = () => [...document.querySelectorAll<HTMLElement>('.field-row')].filter((row) => !row.hidden).map((row) => row.querySelector('label')!.textContent)

it.each([
  ['', ['Theme', 'Text size', 'Context']],
  ['THEME', ['Theme']],
  ['dark', ['Theme']],
  ['pages size', ['Text size']],
  ['te', ['Text size', 'Context']],
  ['submarine', []],
])('what is typed, %j, is looked for in all that a row says', (text, found) => {
  expect(find(rows(), text)).toBe(found.length)
  expect(shown()).toEqual(found)
})

it('shows all again when the field is emptied', () => {
  const inside = rows()
  find(inside, 'dark')
  expect(find(inside, '')).toBe(3)
  expect(shown()).toHaveLength(3)
})
