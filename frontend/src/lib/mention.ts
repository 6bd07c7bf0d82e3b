// @mentions: which documents a question names, and what the popup offers while one is typed.
export interface Piece {
  text: string
  /** The document's name when this piece is a mention. */
  mention?: string
}

const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\u115F\u1160\u3164\uFFA0\u2800\u034F]/gu
/** Where the two that join letters are seen. */
const JOINED = /[\p{So}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}]$/u

/** A name or a path without what isn't seen, or turns the direction of what is: "annexe\u202Efdp.exe". */
export function visible(name: string): string {
  const line = name.replace(/[\s\p{Zl}\p{Zp}]/gu, ' ')
  return line.replace(UNSEEN, (letter, at: number) => (/[\u200C\u200D]/.test(letter) && JOINED.test(line.slice(0, at)) ? letter : ''))
}

/** How a name is shown: without the ending that every document has. */
export function shown(name: string): string {
  return visible(name).replace(/\.pdf$/i, '')
}

/** How a name is typed: in quotes when it has spaces or would not end where it ends. */
export function typed(name: string): string {
  return /^[\p{L}\p{N}_]([\p{L}\p{N}_.()+-]*[\p{L}\p{N}_)+])?$/u.test(name) ? `@${name}` : `@"${name}"`
}

const QUOTED = /^@"([^"\n]+)"/
const BARE = /^@([\p{L}\p{N}_][\p{L}\p{N}_.()+-]*)/u

/** Cuts a question into text and mentions of known documents; an unknown @word stays text. */
export function pieces(question: string, names: string[]): Piece[] {
  const known = new Map<string, string>()
  for (const name of names) known.set(shown(name).toLowerCase(), name)
  for (const name of names) known.set(name.toLowerCase(), name)
  const found: Piece[] = []
  let plain = ''
  for (let i = 0; i < question.length; ) {
    const hit = question[i] === '@' && !/[\p{L}\p{N}_]/u.test(question[i - 1] ?? '') ? mentionAt(question.slice(i), known) : undefined
    if (hit) {
      if (plain) found.push({ text: plain })
      plain = ''
      found.push({ text: hit.raw, mention: hit.name })
      i += hit.raw.length
    } else {
      plain += question[i++]
    }
  }
  if (plain) found.push({ text: plain })
  return found
}

function mentionAt(text: string, known: Map<string, string>): { raw: string; name: string } | undefined {
  const quoted = QUOTED.exec(text)
  if (quoted) {
    const name = known.get(quoted[1].trim().toLowerCase())
    return name ? { raw: quoted[0], name } : undefined
  }
  const bare = BARE.exec(text)
  // "@report." at a sentence's end means the document "report": try without the last signs.
  for (let word = bare?.[1] ?? ''; word; word = word.slice(0, -1)) {
    const name = known.get(word.toLowerCase())
    if (name) return { raw: `@${word}`, name }
    if (/[\p{L}\p{N}_]/u.test(word.at(-1)!)) return undefined
  }
  return undefined
}

export interface Typing {
  /** Where the @ stands. */
  start: number
  query: string
}

/** The mention that is being typed at the caret, if there is one. */
export function typingAt(text: string, caret: number): Typing | undefined {
  const hit = /(?:^|[^\p{L}\p{N}_])@(?:"([^"\n]{0,80})|([\p{L}\p{N}_.()+-]{0,80}))$/u.exec(text.slice(0, caret))
  if (!hit) return undefined
  const query = hit[1] ?? hit[2] ?? ''
  return { start: caret - query.length - (hit[1] === undefined ? 1 : 2), query }
}

/** Replaces what is being typed by the chosen name, and says where the caret goes. */
export function inserted(text: string, caret: number, typing: Typing, name: string): { text: string; caret: number } {
  const mention = typed(name)
  const rest = text.slice(caret).replace(/^"/, '')
  const gap = /^\s/.test(rest) ? '' : ' '
  const before = text.slice(0, typing.start) + mention
  return { text: before + gap + rest, caret: before.length + 1 }
}
