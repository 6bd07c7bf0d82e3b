// What a palette offers for what is typed: everything in groups, each found by its words in any order.
import { foldedWords } from '../lib/find'
import type { Piece } from '../lib/types'

export type Group = 'commands' | 'documents' | 'passages' | 'conversations' | 'messages'

export const GROUPS: Group[] = ['commands', 'documents', 'passages', 'conversations', 'messages']

export interface Item {
  /** Of its own in the whole palette. */
  id: string
  group: Group
  label: string
  /** The label with what was found in it, or what else is to be seen of it. */
  pieces?: Piece[]
  /** Of the row of a table: its figures, each under its head. */
  cells?: { head: string; text: string }[]
  /** A second line. */
  below?: string
  belowPieces?: Piece[]
  /** On the right. */
  side?: string
  keys?: string[]
  /** It is offered whatever is typed, and is not what is meant by Enter as long as there is something else. */
  always?: boolean
  act: () => unknown
}

/** The words that are typed, as they are compared. */
export const typedWords = (text: string): string[] => text.split(/\s+/).map(foldedWords).filter(Boolean)

/** How well a label fits: 0 begins with what is typed, 1 has a word for each that begins so, 2 holds them all; undefined: not. */
export function fit(label: string, words: string[]): 0 | 1 | 2 | undefined {
  const whole = foldedWords(label)
  if (!words.every((word) => whole.includes(word))) return undefined
  if (whole.startsWith(words.join(''))) return 0
  const parts = label.split(/[^\p{L}\p{N}]+/u).map(foldedWords)
  return words.every((word) => parts.some((part) => part.startsWith(word))) ? 1 : 2
}

/** What fits, the best first, in its order otherwise. */
export function fitting<T>(all: T[], label: (one: T) => string, words: string[], most: number): T[] {
  if (!words.length) return all.slice(0, most)
  const ranks: T[][] = [[], [], []]
  for (const one of all) {
    const rank = fit(label(one), words)
    if (rank !== undefined) ranks[rank].push(one)
  }
  return ranks.flat().slice(0, most)
}

const WORD = /[\p{L}\p{N}]{2,}$/u

/** What is searched for while a word may not be at its end: that word, or words that begin so. */
export function begun(text: string): string {
  const last = WORD.exec(text)?.[0]
  return last && !/["“«-]/.test(text) ? `${text} ${last}*` : text.trim()
}

/** The first of the next group, or of the one before. */
export function otherGroup(items: Item[], at: number, by: 1 | -1): number {
  const starts = items.flatMap((item, i) => (i === 0 || items[i - 1].group !== item.group ? [i] : []))
  const here = starts.findLastIndex((start) => start <= at)
  return starts[(here + by + starts.length) % starts.length] ?? -1
}
