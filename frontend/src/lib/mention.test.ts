import { describe, expect, it } from 'vitest'
import { inserted, pieces, shown, typed, typingAt, visible } from './mention'

const names = ['3M_2018_10K.pdf', 'Two columns.pdf', 'report.pdf', 'report.final.pdf']
const mentions = (question: string) => pieces(question, names).flatMap((piece) => piece.mention ?? [])

describe('pieces', () => {
  it.each([
    ['What does @report.pdf say?', ['report.pdf']],
    ['What does @report say?', ['report.pdf']],
    ['See @report.', ['report.pdf']],
    ['See @report.final.pdf, please', ['report.final.pdf']],
    ['@3m_2018_10k and @"Two columns.pdf"', ['3M_2018_10K.pdf', 'Two columns.pdf']],
    ['@"Two columns" alone', ['Two columns.pdf']],
    ['me@report.pdf is an address', []],
    ['@reports is another word', []],
    ['@nobody knows', []],
    ['@"not closed', []],
  ])('%s', (question, found) => expect(mentions(question)).toEqual(found))

  it('loses no text', () => {
    const question = 'A @report, b @"Two columns.pdf" @x c'
    expect(pieces(question, names).map((piece) => piece.text).join('')).toBe(question)
  })

  it('reads back every name as it is typed', () => {
    for (const name of ['a b.pdf', 'Größe.pdf', '(draft)', 'x-1.', '-x', 'наука.pdf', "it's.pdf"]) {
      expect(pieces(`${typed(name)} ok`, [name])[0].mention).toBe(name)
    }
  })
})

describe('typingAt', () => {
  it.each([
    ['Hello @', { start: 6, query: '' }],
    ['Hello @rep', { start: 6, query: 'rep' }],
    ['@"Two col', { start: 0, query: 'Two col' }],
    ['Hello @rep done', undefined],
    ['me@rep', undefined],
    ['no sign', undefined],
  ])('%s', (text, typing) => expect(typingAt(text, text.length)).toEqual(typing))
})

describe('the popup', () => {
  it('puts names with spaces in quotes', () => {
    const text = 'What does @tw say?'
    expect(inserted(text, 13, { start: 10, query: 'tw' }, 'Two columns.pdf')).toEqual({ text: 'What does @"Two columns.pdf" say?', caret: 29 })
  })

  it('leaves a space behind the name', () => {
    expect(inserted('@re', 3, { start: 0, query: 're' }, 'report.pdf')).toEqual({ text: '@report.pdf ', caret: 12 })
  })
})

describe('names that would deceive', () => {
  it('are shown as what they are', () => {
    expect(shown('annexe\u202Efdp.exe.pdf')).toBe('annexefdp.exe')
    expect(visible('/home/me/a\nb\u200B.pdf')).toBe('/home/me/a b.pdf')
    expect(visible('Ünïcödé 文書')).toBe('Ünïcödé 文書')
    expect(visible('می\u200Cخواهم')).toBe('می\u200Cخواهم')
  })
})
