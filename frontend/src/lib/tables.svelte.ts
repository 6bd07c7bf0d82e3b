// The tables of the page that lies open: at which cell the pointer is, which one is chosen, and the table that lies
// beside the page as a sheet.
import { api } from './api'
import { copy } from './clipboard'
import type { Spot } from './desk.svelte'
import type { Rect } from './marks'
import { say } from './messages'
import { cellAt, firstPlace, placeAt, rectOf, whole, type Place } from './tables'
import type { TableSheet, TableExport } from './types'

export class TablesState {
  /** Those that stand on the page. */
  here = $state.raw<TableSheet[]>([])
  pointed = $state.raw<Place>()
  chosen = $state.raw<Place>()
  sheet = $state.raw<TableSheet>()
  /** Where the page is to be opened. */
  target = $state.raw<{ page: number; rect: Rect }>()
  /** What is chosen is to get the focus. */
  grab = $state(false)

  /** The cell that is to be chosen once its page's tables are here. */
  private wanted?: Spot['cell']
  private document = ''
  private asked = 0

  /** `say` shows a sentence to the person. */
  constructor(private readonly say: (text: string) => void) {}

  /** A place in a document was opened. */
  visit({ document, table, cell }: Spot) {
    if (document !== this.document) this.clear()
    this.document = document
    if (table) {
      this.chosen = whole(table.n)
      this.target = table
    }
    this.wanted = cell
    if (cell) {
      this.target = cell
      this.choosePage(cell.page)
    }
  }

  /** Chooses the wanted cell if it is of a page's tables. */
  private choosePage(page: number) {
    if (this.wanted?.page !== page) return
    const place = cellAt(this.here, page, this.wanted.rect)
    if (place) [this.chosen, this.wanted] = [place, undefined]
  }

  async load(document: string, page: number) {
    const asked = ++this.asked
    this.pointed = undefined
    if (this.target?.page !== page) this.target = undefined
    let here: TableSheet[] = []
    try {
      here = await api.pageTables(document, page)
    } catch {
      // that the document is gone is told where its page should be
    }
    if (asked !== this.asked) return
    this.here = here
    this.choosePage(page)
    this.sheet &&= here.find(({ info }) => info.n === this.sheet?.info.n) ?? this.sheet
  }

  of(place: Place | undefined): TableSheet | undefined {
    return place && [...this.here, ...(this.sheet ? [this.sheet] : [])].find(({ info }) => info.n === place.n)
  }

  /** Goes to a table of the page by the keyboard. */
  enter(table: TableSheet, page: number) {
    this.chosen = firstPlace(table, page)
    this.grab = true
  }

  choose(place: Place) {
    this.chosen = place
    if (this.sheet && this.sheet.info.n !== place.n) this.sheet = this.of(place)
  }

  /** Opens the table of a page where what counts stands: what is chosen, else what stands at these places, else the first. */
  openNear(page: number, places: Rect[]) {
    const at = places.map(({ x, y, w, h }) => placeAt(this.here, page, x + w / 2, y + h / 2)).find((place) => place)
    if (at && !this.of(this.chosen)) this.chosen = at
    const table = this.of(this.chosen) ?? this.here[0]
    if (table) this.open(table)
  }

  open(table: TableSheet) {
    this.sheet = table
    this.pointed = undefined // the page moves
    if (this.chosen?.n !== table.info.n) this.chosen = whole(table.info.n)
  }

  /** Chooses in the sheet; the answer is the page where it stands. */
  mark(place: Place): number {
    this.chosen = place
    const page = this.sheet?.rows[place.row]?.page ?? this.sheet!.info.page
    const rect = rectOf(this.sheet!, place, page)
    this.target = rect && { page, rect }
    return page
  }

  async copy(place: Place, part: TableExport['part'], format: TableExport['format'] = 'tsv') {
    const { text, note } = await api.copyTable({ document: this.document, n: place.n, part, row: place.row, column: place.column, format })
    await copy(text)
    this.say([say('table.copied'), note].filter(Boolean).join(' '))
  }

  async save(n: number, format: 'xlsx' | 'csv') {
    const path = await api.saveTables(this.document, n, format)
    if (path) this.say(say('tables.saved', { path }))
  }

  private clear() {
    this.here = []
    this.pointed = this.chosen = this.sheet = this.target = undefined
  }
}
