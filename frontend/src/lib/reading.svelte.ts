// The document that lies open: which page, how large, and whether the passage was found on it.
import { api, sentence } from './api'
import type { Spot } from './desk.svelte'
import type { Rect } from './marks'
import { say } from './messages'
import { PDF } from './pdf'
import type { Heading, Verdict } from './types'

const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3]

export class ReadingState {
  pdf = $state.raw<PDF>()
  page = $state(1)
  zoom = $state(1)
  /** 'absent' when the passage is not on the page word for word: then no mark, ever. */
  passage = $state<'none' | 'looking' | 'found' | 'absent'>('none')
  problem = $state('')
  /** The page's text, when the PDF itself cannot be shown. */
  text = $state('')
  /** Where the passage stands by the program's own reading, for pages whose text the PDF doesn't hold: scans. */
  places = $state.raw<Rect[]>([])
  /** On each page of the document, in order; none while they are not known. */
  verdicts = $state.raw<Verdict[]>([])

  /** The document's table of contents; none while it is not known. */
  outline = $state.raw<Heading[]>([])

  private visit = 0
  private judged = ''

  async show(spot: Spot) {
    const visit = ++this.visit
    this.problem = ''
    this.text = ''
    this.passage = spot.quote ? 'looking' : 'none'
    this.places = []
    try {
      if (this.pdf?.id !== spot.document) {
        this.close()
        const pdf = await PDF.open(spot.document)
        if (visit !== this.visit) return pdf.close()
        this.pdf = pdf
      }
      const found = spot.quote ? await this.pdf!.find(spot.page, spot) : undefined
      const places = spot.quote && !found ? await api.quoteRects(spot.document, spot.page, spot).catch(() => []) : []
      if (visit !== this.visit) return
      this.places = places
      this.page = Math.min(found?.page ?? spot.page, this.pdf!.pages)
      if (spot.quote) this.passage = found || places.length ? 'found' : 'absent'
    } catch (problem) {
      if (visit === this.visit) await this.fallBack(spot, problem, visit)
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

  turn(by: number) {
    const page = this.page + by
    if (!this.pdf || page < 1 || page > this.pdf.pages) return
    this.page = page
    if (this.passage !== 'none') this.passage = 'none'
  }

  get smaller() {
    return ZOOMS.findLast((zoom) => zoom < this.zoom)
  }

  get larger() {
    return ZOOMS.find((zoom) => zoom > this.zoom)
  }

  close() {
    this.pdf?.close()
    this.pdf = undefined
  }
}

function known(problem: unknown): string {
  const name = problem instanceof Error ? problem.name : ''
  if (name === 'PasswordException') return say('reader.protected')
  if (/^(InvalidPDF|FormatError|UnknownError)/.test(name)) return say('reader.damaged')
  return problem instanceof TypeError ? say('reader.unshown') : sentence(problem)
}
