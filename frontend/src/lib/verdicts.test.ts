import { describe, expect, it } from 'vitest'
import { holdsHidden, inShort, inWords, leaningOn, notable, waits, worthAgain } from './verdicts'
import { readingReport as report, citations, documents } from '../dev/samples'
import type { ReadingReport, Citation, Verdict } from './types'

const page = (n: number, verdict: Verdict['verdict'], why = ''): Verdict => ({ n, label: String(n), verdict, why, reader: 'tesseract', chars: 10 })
const read = (compared: boolean, ...pages: Verdict[]): ReadingReport => ({ summary: 'Some pages', compared, sought: true, used: false, pages })

describe('a verdict', () => {
  it.each([
    [page(1, 'confirmed'), 'Confirmed by two readers', 'Confirmed by two readers'],
    [page(1, 'single', 'The second reader could not read it.'), 'Read by one reader', 'Read by one reader'],
    [page(1, 'ocr', 'Its letters were recognised.'), 'Read by OCR (tesseract)', 'Read by OCR (tesseract)'],
    [page(1, 'doubtful', 'Two readers differ.'), 'Doubtful', 'Doubtful: two readers differ.'],
    [page(1, 'picture', 'A picture on it was not read.'), 'Picture not read', 'Picture not read: a picture on it was not read.'],
    [page(1, 'blank'), 'Blank', 'Blank'],
    [page(1, 'unreadable', 'A picture only.'), 'Could not be read', 'Could not be read: a picture only.'],
    [{ ...page(1, 'confirmed'), hidden: 'This page holds text that isn’t shown.' }, 'Confirmed by two readers', 'Confirmed by two readers. This page holds text that isn’t shown.'],
    [{ ...page(1, 'doubtful', 'Two readers differ.'), hidden: 'It holds more.' }, 'Doubtful', 'Doubtful: two readers differ. It holds more.'],
  ] as const)('on %j is put into words', (one, short, words) => {
    expect(inShort(one)).toBe(short)
    expect(inWords(one)).toBe(words)
  })
})

describe('the pages of a reading report', () => {
  it('come with the worst first, without those that are fine', () => {
    const worth = notable(report(documents.find(({ id }) => id === 'lease')!))
    expect(worth.map(({ n }) => n)).toEqual([3, 4, 6, 9, 21, 22, 23, 24, 25, 26, 27, 40])
  })

  it('read by one reader are no news while the second one has not had its turn', () => {
    const pages = [page(1, 'single'), page(2, 'confirmed'), page(3, 'unreadable')]
    expect(notable(read(false, ...pages)).map(({ n }) => n)).toEqual([3])
    expect(notable(read(true, ...pages)).map(({ n }) => n)).toEqual([3, 1])
    expect([waits(read(false, ...pages)), waits(read(true, ...pages)), waits(read(false, page(1, 'ocr')))]).toEqual([true, false, false])
  })

  it('name pictures that nobody read after what is doubtful, and no blank page', () => {
    const pages = [page(1, 'blank'), page(2, 'picture'), page(3, 'doubtful'), page(4, 'ocr')]
    expect(notable(read(true, ...pages)).map(({ n }) => n)).toEqual([3, 2, 4])
    expect([waits(read(false, page(1, 'picture'))), waits(read(false, page(1, 'blank')))]).toEqual([true, false])
  })

  it('are told of where they hold text that isn’t shown, and of documents in which it was not looked for', () => {
    const pages = [page(1, 'confirmed'), { ...page(2, 'confirmed'), hidden: 'It holds more.', hiddenChars: 3 }]
    expect(notable(read(true, ...pages)).map(({ n }) => n)).toEqual([2])
    expect([holdsHidden(read(true, ...pages)), holdsHidden(read(true, pages[0]))]).toEqual([true, false])
    expect([worthAgain(read(true, pages[0])), worthAgain({ ...read(true, pages[0]), sought: false })]).toEqual([false, true])
  })

  it('are worth another reading where it may give more', () => {
    const worth = (verdict: Verdict['verdict']) => worthAgain(read(true, page(1, verdict)))
    expect((['ocr', 'doubtful', 'unreadable', 'picture'] as const).map(worth)).toEqual([true, true, true, true])
    expect((['confirmed', 'single', 'blank'] as const).map(worth)).toEqual([false, false, false])
    expect(worthAgain(read(true))).toBe(true)
  })
})

it('an answer leans on each page once', () => {
  const on = (n: number, page: number, verdict: Citation['verdict']): Citation => ({ ...citations[0], n, page, verdict })
  const { doubtful, pictures } = leaningOn([on(1, 4, 'doubtful'), on(2, 9, 'ocr'), on(3, 4, 'doubtful'), on(4, 1, 'confirmed'), on(5, 2, 'unreadable'), on(6, 3, '')])
  expect([doubtful.map(({ n }) => n), pictures.map(({ n }) => n)]).toEqual([[1, 5], [2]])
})
