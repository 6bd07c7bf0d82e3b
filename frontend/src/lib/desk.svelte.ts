// What lies open on the desk: the source beside the answer, dialogs, short messages.
import { sentence } from './api'
import { remember, remembered } from './remembered'
import { hasPlace, isSame } from './tables'
import type { Group as SettingsGroup } from '../settings/settings.svelte'
import type { Citation, Document, FigureCheck, Hit, Operand, Source, TableInfo, Turn, Workflow } from './types'

/** A place in a document. Its number is 0 when the answer does not cite it. */
export type Spot = Pick<Citation, 'n' | 'document' | 'doc' | 'page' | 'label' | 'quote' | 'prefix' | 'suffix' | 'verdict' | 'passage'> & { heading: string; hit?: Hit; table?: Pick<TableInfo, 'n' | 'page' | 'rect'>; cell?: Operand }

export interface Reading {
  /** The run whose citations are walked; empty for a document opened from the library. */
  run: string
  spots: Spot[]
  at: number
  /** Grows with every visit, so that the same citation can be shown again. */
  visit: number
}

/** What floats beside a mark in an answer: a citation, or a figure that isn't proved. */
export interface Card {
  citation?: Citation
  figure?: FigureCheck
  chip: HTMLElement
  run: string
}

export interface Toast {
  id: number
  text: string
  /** Takes back what it tells of, which is done for good when the toast goes. */
  undo?: () => void
}

/** What the keyboard and the menus reach in the composer. */
export interface ComposerHandle {
  focus(): void
  mention(name: string): void
  /** Names files that are being added. */
  about(files: string[]): void
  /** Begins a question about words of a document. */
  quote(name: string, words: string): void
  /** Asks at once. */
  ask(question: string): void
  /** Chooses a workflow. */
  choose(workflow: Workflow): void
}

const TOAST_MILLIS = 6000
const UNDO_MILLIS = 8000
const INVERTED = 'lectern.inverted'
const RAIL = 'lectern.rail'

export class DeskState {
  reading = $state.raw<Reading>()
  card = $state.raw<Card>()
  /** Where there is room for it. */
  libraryShown = $state(true)
  /** Which of the two is seen where there is no room for both. */
  front = $state<'answer' | 'source'>('answer')
  /** Grows when the answer is to show where it cites what is read. */
  reveals = $state(0)
  settingsOpen = $state(false)
  /** The group of settings that is shown, or was shown last. */
  settingsGroup = $state<SettingsGroup>('general')
  shortcutsOpen = $state(false)
  paletteOpen = $state(false)
  addressToOpen = $state('')
  toasts = $state.raw<Toast[]>([])
  composer: ComposerHandle | undefined
  /** Looks for words in the document that lies open. */
  find: ((words?: string) => void) | undefined
  /** The page of it that is seen. */
  page = $state(0)
  /** The source has the whole window. */
  wide = $state(false)
  /** In the dark look the pages are dark, too. */
  inverted = $state(remembered(INVERTED) === '1')

  /** All pages, or the contents, lie beside the page that is read. */
  rail = $state(remembered(RAIL) === '1')

  /** The run that is followed beside the conversation, where there is room and nothing is read. */
  watched = $state('')
  private unwatched = ''

  /** Follows a run, or none. One that was left isn't followed again by itself. */
  watch(run: string) {
    this.unwatched = run ? '' : this.watched
    this.watched = run
  }

  /** Follows one that has begun. */
  watchBegun(run: string) {
    if (run !== this.unwatched) this.watched = run
  }

  readonly spot = $derived(this.reading?.spots[this.reading.at])

  private cardTimer: ReturnType<typeof setTimeout> | undefined
  private lastReading: Reading | undefined
  private nextToast = 1

  say = (text: string) => {
    const toast = { id: this.nextToast++, text }
    this.toasts = [...this.toasts.filter((shown) => shown.text !== text), toast]
    setTimeout(() => this.dismiss(toast.id), Math.max(TOAST_MILLIS, text.length * 70))
  }

  openSettings(group: SettingsGroup) {
    this.settingsGroup = group
    this.settingsOpen = true
  }

  invert() {
    this.inverted = !this.inverted
    remember(INVERTED, this.inverted ? '1' : '')
  }

  showRail(shown: boolean) {
    this.rail = shown
    remember(RAIL, shown ? '1' : '')
  }

  /** The answer is seen, whatever the source had of the window. */
  toAnswer() {
    this.wide = false
    this.front = 'answer'
  }

  dismiss(id: number) {
    this.toasts = this.toasts.filter((toast) => toast.id !== id)
    const finish = this.pending.get(id)
    this.pending.delete(id)
    return finish?.()
  }

  private pending = new Map<number, () => Promise<void>>()

  /**
   * Tells of something that looks done, and does it when the toast goes: after a while, or at once when it is dismissed. A page
   * that goes before doesn't do it, so that nothing is lost that could still have been kept. `undo` makes it look as it was, and
   * is called as well when doing it is refused.
   */
  undoable(text: string, finish: () => Promise<unknown>, undo: () => void) {
    const id = this.nextToast++
    let left = UNDO_MILLIS
    const step = 500
    const timer = setInterval(() => {
      const toast = document.querySelector(`[data-toast="${id}"]`)
      if (!toast?.matches(':hover, :focus-within')) left -= step // whoever reads it has the time for that
      if (left <= 0) void this.dismiss(id)
    }, step)
    this.pending.set(id, async () => {
      clearInterval(timer)
      try {
        await finish()
      } catch (problem) {
        undo()
        this.say(sentence(problem))
      }
    })
    this.toasts = [...this.toasts, { id, text, undo: () => { clearInterval(timer); this.pending.delete(id); void this.dismiss(id); undo() } }]
  }

  /** Takes back what was done last, if it still can be. */
  undo() {
    const last = this.toasts.findLast((toast) => toast.undo)
    last?.undo?.()
    return !!last
  }

  /** Does now what could still be taken back: what follows reckons with it. */
  settle = () => (this.pending.size ? Promise.all([...this.pending.keys()].map((id) => this.dismiss(id))) : undefined)

  /** Runs an action that a person started, and shows the sentence when it is refused. */
  attempt = async (action: () => Promise<unknown> | unknown) => {
    try {
      await action()
    } catch (problem) {
      this.say(sentence(problem))
    }
  }

  showCard(card: Card, delay: number) {
    clearTimeout(this.cardTimer)
    this.cardTimer = setTimeout(() => (this.card = card), delay)
  }

  keepCard() {
    clearTimeout(this.cardTimer)
  }

  hideCard(delay = 0) {
    clearTimeout(this.cardTimer)
    if (delay) this.cardTimer = setTimeout(() => (this.card = undefined), delay)
    else this.card = undefined
  }

  openCitation(turn: Turn, n: number) {
    const spots = turn.citations.map((citation) => cited(citation, turn.sources))
    const at = spots.findIndex((spot) => spot.n === n)
    if (at >= 0) this.read({ run: turn.run, spots, at })
  }

  openSource(turn: Turn, source: Source) {
    const citation = turn.citations.find((one) => one.passage === source.passage)
    if (citation) return this.openCitation(turn, citation.n)
    this.read({ run: turn.run, at: 0, spots: [passageSpot(source)] })
  }

  /** Opens the reader at a cell; the others are walked like citations. */
  openCell(turn: Turn, cell: Operand, cells: Operand[]) {
    const at = cells.findIndex((one) => isSame(one, cell))
    if (at >= 0) this.read({ run: turn.run, spots: cells.map((one) => cellSpot(turn, one)), at })
  }

  /** Opens the reader at a place that the answer doesn't cite. */
  openPlace(run: string, citation: Citation) {
    this.read({ run, at: 0, spots: [{ ...citation, heading: '' }] })
  }

  /** Opens the reader at a passage that was found; the others are walked like citations. */
  openHits(hits: Hit[], at: number) {
    this.read({ run: '', at, spots: hits.map((hit) => ({ ...passageSpot(hit), hit })) })
  }

  openDocument({ id, name }: Pick<Document, 'id' | 'name'>, page = 1, label = String(page)) {
    this.read({ run: '', at: 0, spots: [{ n: 0, document: id, doc: name, page, label, heading: '', quote: '', prefix: '', suffix: '', verdict: '', passage: '' }] })
  }

  openTable({ id, name }: Pick<Document, 'id' | 'name'>, { n, page, label, rect }: TableInfo) {
    this.read({ run: '', at: 0, spots: [{ n: 0, document: id, doc: name, page, label, heading: '', quote: '', prefix: '', suffix: '', verdict: '', passage: '', table: { n, page, rect } }] })
  }

  walk(by: number) {
    if (this.reading) this.goTo(this.reading.at + by)
    this.reveals++
  }

  /** Shows what is cited, and where the answer does it. */
  choose(at: number) {
    this.goTo(at)
    this.reveals++
  }

  goTo(at: number) {
    if (this.reading?.spots[at]) this.read({ ...this.reading, at })
  }

  closeSource() {
    this.wide = false
    this.lastReading = this.reading
    this.reading = undefined
  }

  /** Puts away a document that is not in the library any more. */
  forget(document: string) {
    if (this.spot?.document === document) this.reading = undefined
    if (this.lastReading?.spots[this.lastReading.at]?.document === document) this.lastReading = undefined
  }

  toggleSource() {
    if (this.reading) this.closeSource()
    else if (this.lastReading) this.read(this.lastReading)
  }

  /** Puts away what answers cited that are not shown any more; a document opened from the library stays. */
  keepOnly(runs: string[]) {
    const gone = (reading?: Reading) => !!reading?.run && !runs.includes(reading.run)
    this.hideCard()
    if (gone(this.reading)) this.reading = undefined
    if (gone(this.lastReading)) this.lastReading = undefined
  }

  private read(reading: Omit<Reading, 'visit'>) {
    this.hideCard()
    this.front = 'source'
    this.reading = { ...reading, visit: (this.reading?.visit ?? this.lastReading?.visit ?? 0) + 1 }
  }
}

const passageSpot = ({ passage, document, doc, page, label, heading, text }: Source | Hit): Spot => ({
  n: 0, document, doc, page, label, heading, quote: text, prefix: '', suffix: '', verdict: '', passage,
})

/** A cell on its page; one that stands in a sentence is shown with its passage. */
function cellSpot({ citations, sources }: Turn, cell: Operand): Spot {
  const { document, doc, page, passage } = cell
  const citation = citations.find(({ n }) => n === cell.citation)
  const source = sources.find((one) => one.passage === passage)
  const spot = citation
    ? cited(citation, sources)
    : source && !hasPlace(cell)
      ? passageSpot(source)
      : { n: 0, document, doc, page, label: source?.page === page ? source.label : String(page), heading: source?.heading ?? '', quote: '', prefix: '', suffix: '', verdict: '' as const, passage }
  return hasPlace(cell) ? { ...spot, cell } : spot
}

function cited(citation: Citation, sources: Source[]): Spot {
  const heading = sources.find((source) => source.passage === citation.passage)?.heading ?? ''
  return { ...citation, heading }
}
