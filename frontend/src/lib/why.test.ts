import { describe, expect, it } from 'vitest'
import { excerpt, inWords, numbers, ranks } from './why'
import type { Why } from './types'

const why: Why = { words: ['notice', 'period'], parts: [], phrases: [], keywordRank: 3, vectorRank: 1, keyword: 8.238, cosine: 0.283, body: 3.03, heading: 0, section: 0, figures: 1.07, file: 5.21, phrase: 0 }

describe('why a passage was found', () => {
  it('is said in words', () => {
    expect(inWords(why)).toBe('Found by the words “notice”, “period”; 3rd by words, 1st by meaning.')
    expect(inWords({ ...why, words: ['rent'], vectorRank: 0, phrases: ['notice period'] })).toBe('Found by the phrase “notice period” and the word “rent”; 3rd by words.')
    expect(inWords({ ...why, words: [], keywordRank: 0 })).toBe('Found by its meaning alone: it has none of the words; 1st by meaning.')
    expect(inWords({ ...why, words: [], keywordRank: 0, vectorRank: 0 })).toBe('Found by its place in the document.')
  })

  it('has the numbers behind it, without those that give nothing', () => {
    expect(numbers(why)).toEqual([
      ['By words', '3rd, score 8.24'], ['Words in the passage', '3.03'], ['The document as a whole', '5.21'],
      ['It is rich in figures', '× 1.07'], ['By meaning', '1st, similarity 0.28'],
    ])
    expect(numbers({ ...why, keywordRank: 0, figures: 1, body: 0, file: 0 })).toEqual([['By meaning', '1st, similarity 0.28']])
  })

  it('says nothing of a passage that stands in neither search', () => {
    expect(ranks({ ...why, keywordRank: 0, vectorRank: 0 })).toBe('')
  })
})

describe('an excerpt', () => {
  it('begins a little before the first words that were found, and ends at a word', () => {
    const before = 'lorem '.repeat(60)
    const got = excerpt([{ text: before, marked: false }, { text: 'notice', marked: true }, { text: ` ${'ipsum '.repeat(200)}`, marked: false }])
    expect(got[0].text).toMatch(/^…lorem .*lorem $/)
    expect(got[0].text.length).toBeLessThan(145)
    expect(got[1]).toEqual({ text: 'notice', marked: true })
    expect(got[2].text).toMatch(/ipsum…$/)
    expect(got.map(({ text }) => text).join('').length).toBeLessThan(470)
  })

  it('is all of what is short', () => {
    const pieces = [{ text: 'The ', marked: false }, { text: 'rent', marked: true }, { text: ' is due.', marked: false }]
    expect(excerpt(pieces)).toEqual(pieces)
    expect(excerpt([])).toEqual([])
  })
})
