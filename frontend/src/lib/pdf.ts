// Opening and drawing PDFs. pdf.js asks for ranges only over http; the window speaks its own scheme,
// so the ranges are fetched here, the same way for both (in browser mode with the token that pdf.js knows nothing of).
import type { PDFDocumentLoadingTask, PDFDocumentProxy, PDFPageProxy, PDFWorker, RenderTask, TextLayer } from 'pdfjs-dist'
import workerURL from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import { load } from './api'
import { letters, locate, type Place, type Quote } from './anchor'
import type { Letters } from './folding'
import { say } from './messages'
import type { Size } from './sheets'

type Library = typeof import('pdfjs-dist')

/** Bytes of a range. The file lies on this machine: a few large pieces come sooner than hundreds of small ones. */
const CHUNK = 1 << 20
/** A file up to that comes whole. pdf.js looks up every page before it shows one, if all of them hang on one node of the tree. */
const WHOLE = 48 << 20
/** The next worker starts when the document that was opened has been drawn. */
const REST_MILLIS = 1500
/** So many pages' texts are kept for looking up quotes. */
const TEXTS = 32

/** So many documents that were closed stay open for a while: another workspace is left for a moment, a panel closed by mistake. */
const RESTING = 2
const RESTING_MILLIS = 120_000

let loading: Promise<Library> | undefined
/** A worker that runs already, for the next document. Each has its own, which ends with it, whatever a file did to it. */
let spare: PDFWorker | undefined

/** Documents that were closed a moment ago, the last one last. */
let resting: { pdf: PDF; wake: () => void; end: () => void }[] = []

/** Documents that are not in the library any more: they are not opened again by what is left of them here. */
const gone = new Set<string>()

/** Ends what is left of a document that was removed. */
export function forget(id: string) {
  gone.add(id)
  for (const one of resting.filter(({ pdf }) => pdf.id === id)) one.end()
}

/** The legacy build: the webviews of older systems lack what the modern one takes for granted. */
function library(): Promise<Library> {
  loading ??= import('pdfjs-dist/legacy/build/pdf.min.mjs').then((pdfjs) => {
    pdfjs.GlobalWorkerOptions.workerSrc = workerURL
    return pdfjs
  })
  return loading
}

/** Makes ready for the next document, so that it opens at once. */
export async function warm() {
  const pdfjs = await library()
  if (spare) return
  const worker = (spare = new pdfjs.PDFWorker())
  worker.promise.catch(() => { // the program is gone, perhaps: the next document tries again, and says so
    if (spare === worker) spare = undefined
  })
}

export class PDF {
  private texts = new Map<number, Promise<Letters>>()
  private proxies = new Map<number, Promise<PDFPageProxy>>()
  /** Pages that are being drawn. */
  private busy = 0

  private constructor(
    readonly id: string,
    private readonly pdfjs: Library,
    private readonly task: PDFDocumentLoadingTask,
    private readonly worker: PDFWorker,
    private readonly document: PDFDocumentProxy,
    private readonly labels: string[] | null,
    /** All of it is there. */
    private readonly whole: boolean,
  ) {}

  get pages() {
    return this.document.numPages
  }

  static async open(id: string): Promise<PDF> {
    const rested = resting.find(({ pdf }) => pdf.id === id)
    if (rested) {
      rested.wake()
      return rested.pdf
    }
    const url = `/doc/${encodeURIComponent(id)}`
    const [pdfjs, first] = await Promise.all([library(), beginning(url)])
    gone.delete(id) // it was added again
    const worker = spare ?? new pdfjs.PDFWorker()
    spare = undefined
    const task = pdfjs.getDocument({
      ...(await source(pdfjs, url, first)),
      worker,
      disableAutoFetch: true,
      disableStream: true,
      rangeChunkSize: CHUNK,
      isEvalSupported: false,
      enableXfa: false,
      useSystemFonts: false, // fonts that a PDF only names: ours have the right widths, a system's need not
      wasmUrl: '/pdfjs/wasm/',
      cMapUrl: '/pdfjs/cmaps/',
      standardFontDataUrl: '/pdfjs/standard_fonts/',
      iccUrl: '/pdfjs/iccs/',
    })
    try {
      const document = await task.promise
      const labels = await document.getPageLabels().catch(() => null)
      setTimeout(() => void warm().catch(() => {}), REST_MILLIS)
      return new PDF(id, pdfjs, task, worker, document, labels, first.length <= WHOLE)
    } catch (problem) {
      void task.destroy().finally(() => worker.destroy())
      throw problem
    }
  }

  /** What the document itself prints on a page ("iv"), where it says so. */
  label(number: number): string | undefined {
    return this.labels?.[number - 1] || undefined
  }

  page(number: number): Promise<PDFPageProxy> {
    let page = this.proxies.get(number)
    if (!page) {
      page = this.document.getPage(number)
      this.proxies.set(number, page)
      page.catch(() => this.proxies.delete(number))
    }
    return page
  }

  /** What a page measures in points, as it stands upright. */
  async size(number: number): Promise<Size> {
    const { width, height } = (await this.page(number)).getViewport({ scale: 1 })
    return { width, height }
  }

  /** The page that holds a quote: the named one, else a neighbour. Passages end near page breaks. */
  async find(number: number, quote: Quote): Promise<{ page: number; place: Place } | undefined> {
    for (const page of [number, number - 1, number + 1]) {
      if (page < 1 || page > this.pages) continue
      const place = locate(await this.letters(page), quote)
      if (place.spans.length) return { page, place }
    }
    return undefined
  }

  letters(number: number): Promise<Letters> {
    let text = this.texts.get(number)
    if (!text) {
      text = this.page(number).then(textItems).then(letters)
      this.texts.set(number, text)
      if (this.texts.size > TEXTS) this.texts.delete(this.texts.keys().next().value!)
      text.catch(() => this.texts.delete(number)) // whoever waits hears of it; the next one tries again
    }
    return text
  }

  /** Draws a page, turned clockwise by so many quarters. */
  drawing(page: PDFPageProxy, width: number, quarters: number, canvas: HTMLCanvasElement, layer: HTMLElement): Drawing {
    const drawing = new Drawing(this.pdfjs, page, width, quarters, canvas, layer)
    this.busy++
    drawing.done.catch(() => {}).finally(() => this.busy--) // whoever asked for it hears of it
    return drawing
  }

  /** Draws a page by itself, without its text; `unwanted` says that it is not to be drawn any more. */
  async picture(number: number, width: number, quarters: number, canvas: HTMLCanvasElement, unwanted: () => boolean) {
    const page = await this.document.getPage(number)
    if (unwanted()) return
    const rotation = (page.rotate + 90 * quarters) % 360
    const sharpness = window.devicePixelRatio || 1
    const viewport = page.getViewport({ scale: (width * sharpness) / page.getViewport({ scale: 1, rotation }).width, rotation })
    canvas.width = Math.floor(viewport.width)
    canvas.height = Math.floor(viewport.height)
    await page.render({ canvas, viewport }).promise
    if (!this.proxies.has(number)) page.cleanup() // it isn't read
  }

  /** Lets go of what was kept for drawing a page, which is out of sight. */
  leave(number: number) {
    this.proxies.get(number)?.then((page) => page.cleanup()).catch(() => {})
    this.proxies.delete(number)
  }

  /** Closes it, soon: it may be opened again at once. One whose worker still has something to do ends now, as that may never end. */
  close() {
    if (this.busy || !this.whole || gone.has(this.id)) return this.destroy()
    const wake = () => {
      clearTimeout(timer)
      resting = resting.filter(({ pdf }) => pdf !== this)
    }
    const end = () => {
      wake()
      this.destroy()
    }
    const timer = setTimeout(end, RESTING_MILLIS)
    resting.push({ pdf: this, wake, end })
    if (resting.length > RESTING) resting[0].end()
  }

  private destroy() {
    void this.task.destroy().finally(() => this.worker.destroy())
  }
}

/** What getTextContent gives, read by hand: WebKit cannot loop over a stream with `for await`. */
async function textItems(page: PDFPageProxy): Promise<string[]> {
  const items: string[] = []
  const reader = page.streamTextContent().getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    for (const item of part.value.items) if ('str' in item) items.push(item.str)
  }
  return items
}

interface Beginning {
  bytes: Uint8Array<ArrayBuffer>
  /** Of the whole file. */
  length: number
}

/** The first bytes, or all of them where the server gives no ranges. */
async function beginning(url: string): Promise<Beginning> {
  const answer = await load(url, { headers: { Range: `bytes=0-${CHUNK - 1}` } })
  if (answer.status === 404) throw new Error(say('reader.gone'))
  if (!answer.ok) throw new Error(say('reader.moved'))
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const length = Number(/\/(\d+)$/.exec(answer.headers.get('Content-Range') ?? '')?.[1])
  return { bytes, length: answer.status === 206 && length > bytes.length ? length : bytes.length }
}

/** The whole file, or ranges of a large one. */
async function source(pdfjs: Library, url: string, { bytes: first, length }: Beginning) {
  if (length <= first.length) return { data: first }
  if (length <= WHOLE) {
    const rest = await load(url, { headers: { Range: `bytes=${first.length}-${length - 1}` } })
    if (!rest.ok) throw new Error(say('reader.moved'))
    const data = new Uint8Array(length)
    data.set(first)
    data.set(new Uint8Array(await rest.arrayBuffer()), first.length)
    return { data }
  }

  const stop = new AbortController()
  class Ranges extends pdfjs.PDFDataRangeTransport {
    override requestDataRange(begin: number, end: number) {
      load(url, { headers: { Range: `bytes=${begin}-${end - 1}` }, signal: stop.signal })
        .then((part) => (part.ok ? part.arrayBuffer() : Promise.reject(part)))
        .then((bytes) => this.onDataRange(begin, new Uint8Array(bytes)))
        .catch(() => {}) // closed, or the page stays unfinished and is drawn again on the next visit
    }
    override abort() {
      stop.abort()
    }
  }
  return { range: new Ranges(length, first), length }
}

/** Gives back a canvas' memory, which some webviews keep long after it is gone. */
export function empty(canvas: HTMLCanvasElement) {
  canvas.width = canvas.height = 0
}

/** One page being drawn, with its text over it. */
export class Drawing {
  readonly done: Promise<void>
  /** The elements of the text layer, one for every text item. */
  items: HTMLElement[] = []
  letters: Letters = letters([])
  /** What these items say. */
  strings: string[] = []
  private readonly picture: RenderTask
  private readonly text: TextLayer

  constructor(pdfjs: Library, page: PDFPageProxy, width: number, quarters: number, private readonly canvas: HTMLCanvasElement, layer: HTMLElement) {
    const rotation = (page.rotate + 90 * quarters) % 360
    const viewport = page.getViewport({ scale: width / page.getViewport({ scale: 1, rotation }).width, rotation })
    const sharpness = Math.min(window.devicePixelRatio || 1, Math.sqrt(16e6 / (viewport.width * viewport.height)))
    canvas.width = Math.floor(viewport.width * sharpness)
    canvas.height = Math.floor(viewport.height * sharpness)
    this.picture = page.render({ canvas, viewport, transform: [sharpness, 0, 0, sharpness, 0, 0] })
    layer.replaceChildren()
    layer.style.setProperty('--total-scale-factor', String(viewport.scale))
    this.text = new pdfjs.TextLayer({ textContentSource: page.streamTextContent(), container: layer, viewport })
    this.done = Promise.all([this.picture.promise, this.text.render()]).then(() => {
      this.items = this.text.textDivs
      this.strings = this.text.textContentItemsStr
      this.letters = letters(this.strings)
    })
  }

  cancel() {
    this.picture.cancel()
    this.text.cancel()
    this.done.catch(() => {}) // cancelling is the only reason
    if (!this.canvas.isConnected) empty(this.canvas)
  }
}
