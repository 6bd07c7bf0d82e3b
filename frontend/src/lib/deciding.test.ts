import { expect, it } from 'vitest'
import { deciding } from './deciding'

const bold = (passage: string, sentence: string) => deciding(passage, sentence).map(({ text, marked }) => (marked ? `*${text}*` : text)).join('')

it.each([
  ['Revenue rose to 41.7 million in 2024, after 36.2 million in the year before.', 'The revenue was 41.7 million in 2024.', '*Revenue* rose to *41.7 million* in *2024*, after 36.2 *million* in the year before.'],
  ['The harbour office employs 212 people in three towns.', 'It employed 212 people.', 'The harbour office *employs 212 people* in three towns.'],
  ['Purchases of cranes (1,577) (1,373)', 'They bought cranes for $1,577 million.', 'Purchases of *cranes* (*1,577*) (1,373)'],
  ['Die Kündigungsfrist beträgt drei Monate.', 'Man kündigt mit einer Frist von drei Monaten.', 'Die *Kündigungsfrist* beträgt *drei Monate*.'],
  ['Nothing of it.', '', 'Nothing of it.'],
])('%s', (passage, sentence, wanted) => expect(bold(passage, sentence)).toBe(wanted))

it('knows the words of Japanese', () => {
  expect(deciding('売上高は四千万円でした。', '売上高は四千万円です。').some(({ marked, text }) => marked && text.includes('売上'))).toBe(true)
})
