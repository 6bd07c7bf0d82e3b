import { expect, it } from 'vitest'
import { foldedWords, occurrences, signs } from './find'

const found = (items: string[], words: string) => {
  const page = signs(items)
  return occurrences(page, words).map(({ start, end }) => [items[page.item[start]].slice(page.offset[start]), page.item[start], page.item[end - 1]])
}

it('words are found in any case, over lines and hyphens, with ligatures', () => {
  expect(found(['The Net', 'income of the ﬁrm is net in-', 'come.'], 'net income')).toEqual([['Net', 0, 1], ['net in-', 1, 2]])
  expect(found(['the ﬁrm'], 'firm')).toHaveLength(1)
  expect(found(['Société'], 'societe')).toHaveLength(1)
})

it('signs count, so that nothing is found in the middle of other words by chance', () => {
  expect(found(['the shopper’s PP&E'], 'pp&e')).toEqual([['PP&E', 0, 0]])
  expect(found(['the shopper’s bag'], "shopper's")).toHaveLength(1)
  expect(found(['1,577 and 15.77'], '1,577')).toHaveLength(1)
})

it('nothing is found of nothing', () => {
  expect(found(['a b'], ' - ')).toEqual([])
  expect(foldedWords(' – ')).toBe('')
})
