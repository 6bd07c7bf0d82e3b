// A setting is found by whatever its row says, and by the words that it has besides.
import { foldedWords } from '../lib/find'
import { typedWords } from '../palette/items'

/** Shows the rows of settings that have all the words that are typed, all rows for none, and tells how many those are. */
export function find(inside: HTMLElement, text: string): number {
  const words = typedWords(text)
  let found = 0
  for (const row of inside.querySelectorAll<HTMLElement>('.field-row')) {
    const said = foldedWords(`${row.dataset.words ?? ''} ${row.textContent}`)
    row.hidden = !words.every((word) => said.includes(word))
    if (!row.hidden) found++
  }
  return found
}
