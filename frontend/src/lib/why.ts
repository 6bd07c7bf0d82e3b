// Why a passage was found, in words.
import type { Piece, Why } from './types'

/** "1st", "22nd", "113th" */
export function nth(n: number): string {
  const tail = n % 100 > 10 && n % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')
  return `${n}${tail}`
}

const quoted = (words: string[]) => words.map((word) => `“${word}”`).join(', ')

/** Where it stands in both searches: "3rd by words, 1st by meaning". */
export function ranks({ keywordRank, vectorRank }: Why): string {
  const parts = [keywordRank && `${nth(keywordRank)} by words`, vectorRank && `${nth(vectorRank)} by meaning`]
  return parts.filter(Boolean).join(', ')
}

/** In one sentence what brought it here. */
export function inWords(why: Why): string {
  const by: string[] = []
  if (why.phrases.length) by.push(`the ${why.phrases.length > 1 ? 'phrases' : 'phrase'} ${quoted(why.phrases)}`)
  if (why.words.length) by.push(`the ${why.words.length > 1 ? 'words' : 'word'} ${quoted(why.words)}`)
  if (why.parts.length) by.push(`what the measure is worked out from: ${quoted(why.parts)}`)
  if (!by.length) by.push(why.vectorRank ? 'its meaning alone: it has none of the words' : 'its place in the document')
  const at = ranks(why)
  return `Found by ${by.join(' and ')}${at ? `; ${at}` : ''}.`
}

export interface Share {
  what: string
  gives: number
}

const figure = (n: number) => n.toLocaleString('en', { maximumFractionDigits: 2 })

/** What makes up the score by words, the parts that give something. */
export function shares(why: Why): Share[] {
  return [
    { what: 'Words in the passage', gives: why.body },
    { what: 'Words in the heading of its page', gives: why.heading },
    { what: 'Words in the headings above it', gives: why.section },
    { what: 'The document as a whole', gives: why.file },
    { what: 'The phrase stands there', gives: why.phrase },
  ].filter(({ gives }) => gives > 0)
}

/** The numbers behind it, each with what it is. */
export function numbers(why: Why): [string, string][] {
  const out: [string, string][] = []
  if (why.keywordRank) out.push(['By words', `${nth(why.keywordRank)}, score ${figure(why.keyword)}`])
  for (const { what, gives } of shares(why)) out.push([what, figure(gives)])
  if (why.figures > 1) out.push(['It is rich in figures', `× ${figure(why.figures)}`])
  if (why.vectorRank) out.push(['By meaning', `${nth(why.vectorRank)}, similarity ${figure(why.cosine)}`])
  return out
}

const BEFORE = 140
const LONGEST = 460

/** The part of a passage around the first words that were found. */
export function excerpt(pieces: Piece[]): Piece[] {
  const at = pieces.findIndex(({ marked }) => marked)
  const [first, ...rest] = pieces
  if (!first) return []
  const begin = at > 0 && first.text.length > BEFORE ? `…${first.text.slice(-BEFORE).replace(/^\S*\s/, '')}` : first.text
  const out: Piece[] = []
  let length = 0
  for (const piece of [{ ...first, text: begin }, ...rest]) {
    const room = LONGEST - length
    if (room <= 0) break
    length += piece.text.length
    if (piece.text.length <= room) out.push(piece)
    else out.push({ ...piece, text: `${piece.text.slice(0, room).replace(/\s\S*$/, '')}…` })
  }
  return out
}
