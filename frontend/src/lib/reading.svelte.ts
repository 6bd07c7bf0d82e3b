// The document that lies open: which page, how large, whether the passage was found on it, and what is looked for.
import { api, sentence } from './api'
import { tonesOf } from './cited'
import type { Spot } from './desk.svelte'
import type { Rect } from './marks'
import { say } from './messages'
import { PDF } from './pdf'
import { larger, smaller, type Size, type Zoom } from './sheets'
import type { Heading, Occurrences, Verdict } from './types'

/** Where the view is to go. */
export interface Aim {
  page: number
  /** The passage, or the table's place, of that page comes to a third of the height; else the page's head to the top. */
  mark: boolean
}

/** What of a source is seen: its pages alone, or with them a table as a sheet, or why the passage stands behind the answer. */
export type View = 'page' | 'sheet' | 'why'

/** A passage of the document that the answer cites. */
export interface CitedMark {
  /** Which of what is walked. */
  at: number
  n: number
  page: number
  /** Of the few colours that tell them apart. */
  tone: number
  spot: Spot
}

/** Words that are looked for in the document. */
export class Find {
  open = $state(false)
  words = $state('')
  pages = $state.raw<Occurrences[]>([])
  /** Which of them all, from 0. */
  at = $state(0)
  looking = $state(false)
  readonly count = $derived(this.pages.reduce((all, { count }) => all + count, 0))
  private asked = 0

  /** The page of one of them, and which it is on that page. */
  place(at: number): { page: number; nth: number } | undefined {
    for (const { page, count } of this.pages) {
      if (at < count) return { page, nth: at }
      at -= count
    }
    return undefined
  }

  readonly here = $derived(this.open ? this.place(this.at) : undefined)

  /** Looks for the words; the first that counts is the one on the page that is seen, or after it. */
  async look(document: string, from: number) {
    const mine = ++this.asked
    const words = this.words.trim()
    this.looking = !!words
    const pages = words ? await api.findInDocument(document, words).catch(() => []) : []
    if (mine !== this.asked) return false
    this.looking = false
    this.pages = pages
    let before = 0
    for (const { page, count } of pages) {
      if (page >= from) break
      before += count
    }
    this.at = before < this.count ? before : 0
    return this.count > 0
  }

  step(by: number) {
    if (this.count) this.at = (this.at + by + this.count) % this.count
  }

  close() {
    this.asked++
    this.open = this.looking = false
    this.pages = []
  }
}

export class ReadingState {
  pdf = $state.raw<PDF>()
  /** The page that is seen. */
  page = $state(1)
  zoom = $state<Zoom>('width')
  /** How large the seen page is shown, in hundredths of its own size. */
  percent = $state(100)
  /** Turned clockwise by so many quarters. */
  quarters = $state(0)
  /** The pages' sizes that are known. */
  sizes = $state.raw<ReadonlyMap<number, Size>>(new Map())
  aim = $state.raw<Aim>()
  readonly find = new Find()
  /** 'absent' when the passage is not on the page word for word: then no mark, ever. */
  passage = $state<'none' | 'looking' | 'found' | 'absent'>('none')
  /** The page with the passage, or with the place that was opened. */
  marked = $state(0)
  problem = $state('')
  /** The page's text, when the PDF itself cannot be shown. */
  text = $state('')
  /** Where the passage stands by the program's own reading, for pages whose text the PDF doesn't hold: scans. */
  places = $state.raw<Rect[]>([])
  /** What else the answer cites of the document, as far as it was found on its pages. */
  marks = $state.raw<CitedMark[]>([])
  /** On each page of the document, in order; none while they are not known. */
  verdicts = $state.raw<Verdict[]>([])

  /** The document's table of contents; none while it is not known. */
  outline = $state.raw<Heading[]>([])

  private visit = 0
  private judged = ''

  private located: Spot[] = []

  /** Opens a place; `all` are those that are walked. */
  async show(spot: Spot, all: Spot[] = []) {
    const visit = ++this.visit
    this.problem = ''
    this.text = ''
    this.passage = spot.quote ? 'looking' : 'none'
    this.places = []
    try {
      if (this.pdf?.id !== spot.document) {
        this.close()
        const pdf = await PDF.open(spot.document)
        const first = await pdf.size(1)
        if (visit !== this.visit) return pdf.close()
        this.sizes = new Map([[1, first]])
        this.pdf = pdf
      }
      const found = spot.quote ? await this.pdf!.find(spot.page, spot) : undefined
      const places = spot.quote && !found ? await api.quoteRects(spot.document, spot.page, spot).catch(() => []) : []
      if (visit !== this.visit) return
      this.places = places
      if (spot.quote) this.passage = found || places.length ? 'found' : 'absent'
      this.marked = Math.min(found?.page ?? spot.page, this.pdf!.pages)
      this.go(this.marked, true)
      void this.locate(all)
    } catch (problem) {
      if (visit === this.visit) await this.fallBack(spot, problem, visit)
    }
  }

  /** Finds everything that the answer cites of the document on its pages. */
  private async locate(all: Spot[]) {
    if (this.located === all || !this.pdf) return
    this.located = all
    this.marks = []
    const { pdf } = this
    const tones = tonesOf(all, pdf.id)
    for (const [at, spot] of all.entries()) {
      const tone = tones.get(spot.n)
      if (tone === undefined || spot.document !== pdf.id || this.marks.some(({ n }) => n === spot.n)) continue
      const found = await pdf.find(spot.page, spot).catch(() => undefined)
      if (this.located !== all || this.pdf !== pdf) return
      if (found) this.marks = [...this.marks, { at, n: spot.n, page: found.page, tone, spot }]
    }
  }

  /** Fetches the verdicts on a document's pages, and its table of contents. */
  async judge(document: string) {
    if (this.judged !== document) this.verdicts = this.outline = []
    this.judged = document
    try {
      const [{ pages }, outline] = await Promise.all([api.readingReport(document), api.outline(document).catch(() => [])])
      if (this.judged === document) [this.verdicts, this.outline] = [pages, outline]
    } catch {
      // that the document is gone is told where its page should be
    }
  }

  private async fallBack(spot: Spot, problem: unknown, visit: number) {
    this.close()
    this.problem = known(problem)
    this.page = spot.page
    try {
      const { text } = await api.pageText(spot.document, spot.page)
      if (visit === this.visit) this.text = text
    } catch {
      if (visit === this.visit) this.text = spot.quote
    }
  }

  /** Goes to a page. */
  go(page: number, mark = false) {
    if (!this.pdf || page < 1 || page > this.pdf.pages) return
    this.page = page
    this.aim = { page, mark }
  }

  turn(by: number) {
    this.go(this.page + by)
  }

  /** A page turned out to be so large. */
  learn(page: number, size: Size) {
    const known = this.sizes.get(page) ?? this.sizes.get(1) // which it was taken to be as large as
    if (known?.width === size.width && known.height === size.height) return
    this.sizes = new Map(this.sizes).set(page, size)
  }

  get smaller() {
    return smaller(this.percent)
  }

  get larger() {
    return larger(this.percent)
  }

  close() {
    this.find.close()
    this.pdf?.close()
    this.pdf = undefined
    this.marks = this.located = []
    this.quarters = 0
  }
}

function known(problem: unknown): string {
  const name = problem instanceof Error ? problem.name : ''
  if (name === 'PasswordException') return say('reader.protected')
  if (/^(InvalidPDF|FormatError|UnknownError)/.test(name)) return say('reader.damaged')
  return problem instanceof TypeError ? say('reader.unshown') : sentence(problem)
}
