// The verdicts on an answer's sentences and figures, put where they stand on the page.
import { piecesOf, unwrap, wrap, type Stretch } from './aligned'
import { say, type Key } from './messages'
import { cellsOf } from './tables'
import type { Citation, Claim, Comparison, Figure, FigureCell, FigureCheck, MarkVerdict, Mend, SentenceVerdict } from './types'

/** The verdicts in words, of a sentence; the worst come first. */
const VERDICTS: Record<SentenceVerdict, Key> = {
  contradicted: 'proof.contradicted',
  doubtful: 'proof.doubtful',
  'not found': 'proof.not-found',
  partly: 'proof.partly',
  'not checked': 'proof.not-checked',
  verified: 'proof.verified',
}
const ORDER = Object.keys(VERDICTS)

/** `reason` is of a claim: one that its own figures speak against needs no passage. */
export const said = ({ verdict, reason }: Pick<MarkVerdict, 'verdict' | 'reason'>) => (verdict === 'contradicted' && reason === 'inside' ? say('proof.inside') : say(VERDICTS[verdict]))

/** The cell of a citation's page that speaks for a sentence. */
export const cellFor = (claim: Claim | undefined, { document, page }: Pick<Citation, 'document' | 'page'>) =>
  claim?.places.find((place) => place.cell && !place.against && place.document === document && place.page === page)?.cell

/** Why a verdict is what it is; of one that proves, where what it says stands. */
export function because({ verdict, why }: Pick<Claim, 'verdict' | 'why'>, cell?: FigureCell): string {
  if (why || verdict !== 'verified') return why
  if (!cell) return say('proof.in-words')
  const place = { figure: cell.text, row: cell.rowLabel }
  return cell.head ? say('proof.in-cell', { ...place, column: cell.head }) : say('proof.in-row', place)
}

/** Gives each chip the verdict on its sentence: filled, outlined or dashed. Chips and marks of a number come in the same order. */
export function shapeChips(chips: HTMLElement[], marks: MarkVerdict[]) {
  const left = [...marks]
  for (const chip of chips) {
    const n = Number(chip.dataset.n)
    const at = left.findIndex((mark) => mark.n === n)
    const [mark] = at < 0 ? [undefined] : left.splice(at, 1)
    if (mark) {
      chip.dataset.proof = mark.verdict
      chip.dataset.why = mark.why
      chip.dataset.sentence = String(mark.sentence)
      const args = { number: n, verdict: said(mark) }
      chip.setAttribute('aria-label', chip.classList.contains('doubtful') ? say('citation.verdict-doubtful', args) : say('citation.verdict', args))
    } else {
      delete chip.dataset.proof
      delete chip.dataset.why
      delete chip.dataset.sentence
    }
  }
}

/** What is a sentence that should be proved, and not a heading or a question. */
export const claims = (sentences: Claim[]) => sentences.filter(({ verdict, reason }) => verdict !== 'not checked' || reason === 'hedged' || reason === 'web')

const COUNTS = {
  doubtful: (n: number) => say('proof.count-doubtful', { n }),
  'not found': (n: number) => say('proof.count-not-found', { n }),
  partly: (n: number) => say('proof.count-partly', { n }),
  'not checked': (n: number) => say('proof.count-not-checked', { n }),
}

/** The mark that goes with a tone. */
export const MARKS: Record<Summary['tone'], SentenceVerdict> = { ok: 'verified', warn: 'partly', bad: 'contradicted' }

/** Tone, words and details of the line under an answer. It is green only if every sentence is proved. */
export interface Summary { tone: 'ok' | 'warn' | 'bad'; head: string; details: string[] }

export function summary(sentences: Claim[], figures: FigureCheck[], mends: Mend[] = []): Summary | undefined {
  const line = verdict(sentences, figures)
  if (line && mends.length) line.details.push(say('proof.count-mended', { n: mends.length }))
  return line
}

function verdict(sentences: Claim[], figures: FigureCheck[]): Summary | undefined {
  const all = claims(sentences)
  const wrong = flagged(figures)
  const n = (verdict: SentenceVerdict) => all.filter((claim) => claim.verdict === verdict && !claim.uncited).length
  const contradicted = all.filter(({ verdict }) => verdict === 'contradicted')
  const spoken = contradicted.filter((claim) => !wrong.some((figure) => within(claim, figure))).length
  const verified = all.filter(({ verdict }) => verdict === 'verified').length
  if (!all.length && !wrong.length) return sentences.length ? { tone: 'warn', head: say('proof.nothing'), details: [] } : undefined
  const some = say('proof.some-verified', { verified, n: all.length })
  const uncited = all.filter((claim) => claim.uncited && claim.verdict !== 'verified' && claim.verdict !== 'contradicted').length
  const details = (Object.keys(COUNTS) as (keyof typeof COUNTS)[]).filter((verdict) => n(verdict)).map((verdict) => COUNTS[verdict](n(verdict)))
  if (uncited) details.push(say('proof.count-uncited', { n: uncited }))
  if (wrong.length || contradicted.length) {
    const heads = [wrong.length && say('proof.count-wrong', { n: wrong.length }), spoken && say('proof.count-contradicted', { n: spoken })].filter((one) => one !== 0)
    return { tone: 'bad', head: heads[0], details: [...heads.slice(1), some, ...details] }
  }
  if (verified < all.length) return { tone: 'warn', head: some, details }
  const found = figures.filter(({ verdict }) => verdict === 'quoted' || verdict === 'computed').length
  return {
    tone: 'ok',
    head: all.length === 1 ? say('proof.one-verified') : all.length === 2 ? say('proof.both-verified') : say('proof.all-verified', { n: all.length }),
    details: found && found === figures.length ? [say('proof.numbers-found', { n: found })] : [],
  }
}

/** The line under a figure that is the answer. */
export const figureLine = (figure: Figure): Summary => ({ tone: 'ok', head: say(figure.formula ? 'figure.computed' : 'figure.read', { n: cellsOf(figure).length }), details: [say('figure.agree')] })

/** The line under a comparison that is the answer. `failed` are checks that its figures didn't pass. */
export function comparisonLine({ cells, worked, gaps }: Pick<Comparison, 'cells' | 'worked' | 'gaps'>, failed = 0): Summary {
  const counts = [say('count.cells', { n: cells }), worked && say('compare.worked', { n: worked })]
  const details = [failed && say('figures.failed', { n: failed }), gaps && say('compare.gaps', { n: gaps })].filter((one) => one !== 0)
  if (failed) return { tone: 'warn', head: counts.filter(Boolean).join(say('words.next')), details }
  return { tone: 'ok', head: worked ? [...counts, say('compare.recomputed')].join(say('words.next')) : say('compare.read', { n: cells }), details }
}

/** The worst come first. */
export const worstFirst = (sentences: Claim[]): Claim[] => [...sentences].sort((a, b) => ORDER.indexOf(a.verdict) - ORDER.indexOf(b.verdict))

export const flagged = (figures: FigureCheck[] = []) => figures.filter(({ verdict }) => verdict === 'flagged')

/** Those that a place speaks against, for certain or not. */
export const suspect = (figures: FigureCheck[] = []) => figures.filter(({ verdict, doubt }) => verdict === 'flagged' || doubt)

export const within = (claim: Claim, figure: Pick<FigureCheck, 'start' | 'end'>) => figure.start >= claim.start && figure.end <= claim.end

/** Those that a model may be asked about, as Go has it: what words leave open, and nothing that is about figures. */
export const askable = (sentences: Claim[], figures: FigureCheck[]) => {
  const loose = figures.filter(({ verdict }) => verdict === 'flagged' || verdict === 'open')
  return sentences.filter((claim) =>
    claim.verdict !== 'verified' && claim.verdict !== 'not checked' && !claim.model && !claim.invented?.length && claim.citations.length &&
    !loose.some((figure) => within(claim, figure)) && !((claim.verdict === 'contradicted' || claim.verdict === 'doubtful') && NUMERIC.includes(claim.reason)))
}

const NUMERIC = ['inside', 'figure', 'amount', 'year']

/** What a button puts: a share with its sign, and a word for a scale with its figure. */
export function put({ text, unit, mend }: FigureCheck): string {
  if (!mend) return ''
  return unit === '%' || unit === 'pp' || !/\d/.test(mend.was) ? text.replace(mend.was, () => mend.now) : mend.now
}

/** Underlines figures in the rendered answer, and faintly what has no source; each figure's mark knows its index among them. */
export function underlineFigures(root: HTMLElement, answer: string, figures: FigureCheck[], sentences: Claim[] = []) {
  unwrap(root, '.figure-flag')
  unwrap(root, '.unsourced')
  const inOrder = <T extends Stretch>(all: T[]) => [...all].sort((a, b) => a.start - b.start).filter((one, i, sorted) => !i || one.start >= sorted[i - 1].end)
  const unsourced = inOrder(sentences.filter((claim) => claim.uncited && claim.verdict !== 'verified' && claim.verdict !== 'not checked'))
  // From the last on: an element around a piece leaves those before it where they are.
  for (const pieces of piecesOf(root, answer, unsourced).reverse()) {
    wrap(pieces, () => Object.assign(document.createElement('span'), { className: 'unsourced', title: say('proof.uncited') }))
  }
  const doubted = inOrder(figures)
  piecesOf(root, answer, doubted).map((pieces, at) => ({ pieces, figure: doubted[at] })).reverse().forEach(({ pieces, figure }) => {
    const index = figures.indexOf(figure)
    wrap(pieces, (first) => {
      const mark = document.createElement('span')
      mark.className = 'figure-flag'
      mark.classList.toggle('in-doubt', figure.verdict !== 'flagged')
      mark.dataset.figure = String(index)
      if (first) {
        mark.tabIndex = 0
        mark.setAttribute('role', 'button')
        mark.setAttribute('aria-label', say(figure.verdict === 'flagged' ? 'proof.figure-why' : 'proof.figure-doubt', { figure: figure.text, why: figure.why }))
      }
      return mark
    })
  })
}

/** Where a figure stands, as a citation that the reader opens. */
export function placeOf({ document, doc, page, label, quote }: Pick<FigureCheck, 'document' | 'doc' | 'page' | 'label' | 'quote'>): Citation {
  return { n: 0, document, doc, page, label, passage: '', quote, prefix: '', suffix: '', verdict: '', doubt: '' }
}
