// The words of a passage that decide whether a sentence is so: the figures and the words of meaning that both have.
import common from './common.json' // the words that stand in any sentence, by language
import { foldedWords } from './find'
import type { Piece } from './types'

const COMMON = new Set(Object.values(common).flat())
const LEAST = 3
/** Two forms of a word begin alike for so many letters: "employs", "employed". */
const STEM = 5
const IDEOGRAPHS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const FIGURE = /\p{N}/u

interface Word { text: string; at: number }

let segmenter: Intl.Segmenter | undefined

function wordsOf(text: string): Word[] {
  if (typeof Intl.Segmenter !== 'function') return [...text.matchAll(/\p{N}[\p{N}.,]*\p{N}|[\p{L}\p{N}]+/gu)].map((found) => ({ text: found[0], at: found.index }))
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' })
  return [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).map(({ segment, index }) => ({ text: segment, at: index }))
}

/** What is compared of a word; "" if it decides nothing. */
function kept(word: string): string {
  const folded = foldedWords(word)
  if (FIGURE.test(word)) return folded
  if (IDEOGRAPHS.test(word)) return folded.length > 1 || /\p{Script=Han}/u.test(word) ? folded : ''
  return folded.length >= LEAST && !COMMON.has(word.toLowerCase()) ? folded : ''
}

/** A passage with the words apart that decide whether the sentence is so; none where there is no sentence. */
export function deciding(passage: string, sentence: string): Piece[] {
  const wanted = new Set(wordsOf(sentence).map(({ text }) => kept(text)).filter(Boolean))
  const stems = new Set([...wanted].filter((word) => word.length >= STEM && !FIGURE.test(word)).map((word) => word.slice(0, STEM)))
  const has = (word: string) => !!word && (wanted.has(word) || (word.length >= STEM && !FIGURE.test(word) && stems.has(word.slice(0, STEM))))
  const pieces: Piece[] = []
  let end = 0
  for (const { text, at } of wordsOf(passage)) {
    if (!has(kept(text))) continue
    const between = passage.slice(end, at)
    const last = pieces.at(-1)
    if (last?.marked && /^[\s\p{Sc}-]*$/u.test(between)) last.text += between + text
    else {
      if (between) pieces.push({ text: between, marked: false })
      pieces.push({ text, marked: true })
    }
    end = at + text.length
  }
  if (end < passage.length) pieces.push({ text: passage.slice(end), marked: false })
  return pieces
}
