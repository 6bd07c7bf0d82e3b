// Why a passage was found, in words.
import { nth, number, say } from './messages'
import type { Piece, Why } from './types'

/** "3rd" */
const rank = (n: number) => nth('why.nth', n)

const quoted = (words: string[]) => words.map((text) => say('words.quote', { text })).join(say('words.next'))

/** Where it stands in both searches: "3rd by words, 1st by meaning". */
export function ranks({ keywordRank, vectorRank }: Why): string {
  const parts = [keywordRank && say('why.rank-words', { nth: rank(keywordRank) }), vectorRank && say('why.rank-meaning', { nth: rank(vectorRank) })]
  return parts.filter(Boolean).join(say('words.next'))
}

/** In one sentence what brought it here, with where it stands in both searches or without. */
export function inWords(why: Why, ranked = true): string {
  const by: string[] = []
  if (why.phrases.length) by.push(say('why.phrases', { n: why.phrases.length, phrases: quoted(why.phrases) }))
  if (why.words.length) by.push(say('why.words', { n: why.words.length, words: quoted(why.words) }))
  if (why.parts.length) by.push(say('why.parts', { parts: quoted(why.parts) }))
  if (!by.length) by.push(why.vectorRank ? say('why.meaning-alone') : say('why.place'))
  const [at, reasons] = [ranked ? ranks(why) : '', by.join(say('why.and'))]
  return at ? say('why.found-at', { reasons, ranks: at }) : say('why.found', { reasons })
}

export interface Share {
  what: string
  gives: number
}

const figure = (n: number) => number(n, { maximumFractionDigits: 2 })

/** What makes up the score by words, the parts that give something. */
export function shares(why: Why): Share[] {
  return [
    { what: say('why.score-body'), gives: why.body },
    { what: say('why.score-heading'), gives: why.heading },
    { what: say('why.score-section'), gives: why.section },
    { what: say('why.score-file'), gives: why.file },
    { what: say('why.score-phrase'), gives: why.phrase },
  ].filter(({ gives }) => gives > 0)
}

/** The numbers behind it, each with what it is. */
export function numbers(why: Why): [string, string][] {
  const out: [string, string][] = []
  if (why.keywordRank) out.push([say('why.by-words'), say('why.by-words-at', { nth: rank(why.keywordRank), score: figure(why.keyword) })])
  for (const { what, gives } of shares(why)) out.push([what, figure(gives)])
  if (why.figures > 1) out.push([say('why.score-figures'), `× ${figure(why.figures)}`])
  if (why.vectorRank) out.push([say('why.by-meaning'), say('why.by-meaning-at', { nth: rank(why.vectorRank), similarity: figure(why.cosine) })])
  return out
}

const BEFORE = 140
const LONGEST = 460

/** The part of a passage around the first words that were found. */
export function excerpt(pieces: Piece[], longest = LONGEST): Piece[] {
  const at = pieces.findIndex(({ marked }) => marked)
  const [first, ...rest] = pieces
  if (!first) return []
  const begin = at > 0 && first.text.length > BEFORE ? `…${first.text.slice(-BEFORE).replace(/^\S*\s/, '')}` : first.text
  const out: Piece[] = []
  let length = 0
  for (const piece of [{ ...first, text: begin }, ...rest]) {
    const room = longest - length
    if (room <= 0) break
    length += piece.text.length
    if (piece.text.length <= room) out.push(piece)
    else out.push({ ...piece, text: `${piece.text.slice(0, room).replace(/\s\S*$/, '')}…` })
  }
  return out
}
