// The verdicts on an answer's sentences and figures, put where they stand on the page.
import { say } from './messages'
import type { Audit, Citation, Claim, FigureCheck, MarkVerdict, SentenceVerdict } from './types'

/** What a chip's shape says, in words. */
export const SHAPES: Record<SentenceVerdict, string> = {
  verified: say('proof.passage-says'),
  partly: say('proof.passage-says-part'),
  'not found': say('proof.passage-lacks'),
}

/** `reason` is of a claim: one that its own figures speak against needs no passage. */
export const said = ({ verdict, otherwise, reason }: Pick<MarkVerdict, 'verdict' | 'otherwise'> & { reason?: string }) =>
  otherwise ? (reason === 'inside' ? say('proof.inside') : say('proof.passage-otherwise')) : SHAPES[verdict]

/** Gives each chip the verdict on its sentence: filled, outlined or dashed. Chips and marks of a number come in the same order. */
export function shapeChips(chips: HTMLElement[], marks: MarkVerdict[]) {
  const left = [...marks]
  for (const chip of chips) {
    const n = Number(chip.dataset.n)
    const at = left.findIndex((mark) => mark.n === n)
    const [mark] = at < 0 ? [undefined] : left.splice(at, 1)
    if (mark) {
      chip.dataset.proof = mark.otherwise ? 'otherwise' : mark.verdict
      chip.dataset.why = mark.why
      const args = { number: n, verdict: said(mark) }
      chip.setAttribute('aria-label', chip.classList.contains('doubtful') ? say('citation.verdict-doubtful', args) : say('citation.verdict', args))
    } else {
      delete chip.dataset.proof
      delete chip.dataset.why
    }
  }
}

/** The line under an answer: how much of it is proved. */
export function summary(audit: Audit): string {
  const all = audit.sentences.length
  if (!all) return ''
  if (audit.verified === all) return all === 1 ? say('proof.one-verified') : say('proof.all-verified', { n: all })
  return say('proof.some-verified', { verified: audit.verified, n: all })
}

/** The worst come first: what the documents deny, what wasn't found, what was found in part. */
export function openSentences(audit: Audit): Claim[] {
  const rank = (claim: Claim) => (claim.otherwise ? 0 : claim.verdict === 'not found' ? 1 : 2)
  return audit.sentences.filter((claim) => claim.verdict !== 'verified').sort((a, b) => rank(a) - rank(b))
}

export const flagged = (figures: FigureCheck[] = []) => figures.filter(({ verdict }) => verdict === 'flagged')

/** How often a text stands before a byte of the answer. */
function before(answer: string, bytes: number, text: string): number {
  const head = new TextDecoder().decode(new TextEncoder().encode(answer).subarray(0, bytes))
  return head.split(text).length - 1
}

/** Underlines figures in the rendered answer; each mark knows its index among them. What is cut by other marks stays as it is. */
export function underlineFigures(root: HTMLElement, answer: string, figures: FigureCheck[]) {
  for (const mark of root.querySelectorAll<HTMLElement>('.figure-flag')) mark.replaceWith(...mark.childNodes)
  root.normalize()
  figures.forEach((figure, index) => {
    let skip = before(answer, figure.start, figure.text)
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
      if (node.parentElement?.closest('.chip, code, .katex')) continue
      let at = node.data.indexOf(figure.text)
      for (; at >= 0 && skip > 0; at = node.data.indexOf(figure.text, at + figure.text.length)) skip--
      if (at < 0) continue
      const target = node.parentElement?.closest('.figure-flag') ? undefined : node.splitText(at)
      if (!target) return
      target.splitText(figure.text.length)
      const mark = document.createElement('span')
      mark.className = 'figure-flag'
      mark.tabIndex = 0
      mark.dataset.figure = String(index)
      mark.setAttribute('role', 'button')
      mark.setAttribute('aria-label', say('proof.figure-why', { figure: figure.text, why: figure.why }))
      target.replaceWith(mark)
      mark.append(target)
      return
    }
  })
}

/** Where a figure stands, as a citation that the reader opens. */
export function placeOf({ document, doc, page, label, quote }: Pick<FigureCheck, 'document' | 'doc' | 'page' | 'label' | 'quote'>): Citation {
  return { n: 0, document, doc, page, label, passage: '', quote, prefix: '', suffix: '', verdict: '', doubt: '' }
}
