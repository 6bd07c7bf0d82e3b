// Splits a growing markdown text into blocks. A finished block is never looked at again, so that
// the cost of a token does not grow with the answer.
import { lexer } from './md'

export interface Block {
  id: number
  raw: string
  /** The last block of a text that still grows. */
  open: boolean
}

export class Blocks {
  private text = ''
  private finished: Block[] = []
  private consumed = 0
  private nextId = 0
  private shown: Block[] = []
  private wasFinal = false

  /** Takes the whole text so far; `final` when nothing more will come. */
  update(given: string, final: boolean): Block[] {
    const text = given.replace(/\r\n?/g, '\n') // as the lexer does: lengths must agree
    if (text === this.text && final === this.wasFinal) return this.shown
    if (!text.startsWith(this.text)) this.reset()
    this.text = text
    this.wasFinal = final
    const tokens = lexer(text.slice(this.consumed))
    let last = tokens.length
    if (!final) {
      last--
      while (last > 0 && tokens[last].type === 'space') last--
    }
    const raws = tokens.slice(0, Math.max(0, last))
    for (const token of raws) {
      this.consumed += token.raw.length
      if (token.type !== 'space') this.finished.push({ id: this.nextId++, raw: token.raw, open: false })
    }
    const rest = text.slice(this.consumed)
    this.shown = rest.trim() ? [...this.finished, { id: this.nextId, raw: rest, open: !final }] : [...this.finished]
    if (final) this.settle()
    return this.shown
  }

  /** After a final text more may only come by a new start. */
  private settle() {
    this.finished = [...this.shown]
    this.nextId = this.finished.length
    this.consumed = this.text.length
  }

  private reset() {
    this.text = ''
    this.finished = []
    this.consumed = 0
    this.nextId = 0
  }
}
