// Opening and drawing PDFs. pdf.js asks for ranges only over http; the window speaks its own scheme,
// so the ranges are fetched here, the same way for both (in browser mode with the token that pdf.js knows nothing of).
import type { PDFDocumentLoadingTask, PDFDocumentProxy, PDFPageProxy, RenderTask, TextLayer } from 'pdfjs-dist'
import workerURL from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import { load } from './api'
import { letters, locate, type Place, type Quote } from './anchor'
import type { Letters } from './folding'
import { say } from './messages'
import type { Size } from './sheets'

type Library = typeof import('pdfjs-dist')

const CHUNK = 64 * 1024

let loading: Promise<Library> | undefined

/** The legacy build: the webviews of older systems lack what the modern one takes for granted. */
function library(): Promise<Library> {
  loading ??= import('pdfjs-dist/legacy/build/pdf.min.mjs').then((pdfjs) => {
    pdfjs.GlobalWorkerOptions.workerSrc = workerURL
    return pdfjs
  })
  return loading
}

export class PDF {
  private texts = new Map<number, Promise<Letters>>()
  private proxies = new Map<number, Promise<PDFPageProxy>>()

  private constructor(
    readonly id: string,
    private readonly pdfjs: Library,
    private readonly task: PDFDocumentLoadingTask,
    private readonly document: PDFDocumentProxy,
    private readonly labels: string[] | null,
  ) {}

  get pages() {
    return this.document.numPages
  }

  static async open(id: string): Promise<PDF> {
    const pdfjs = await library()
    const task = pdfjs.getDocument({
      ...(await source(pdfjs, `/doc/${encodeURIComponent(id)}`)),
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
    const document = await task.promise
    return new PDF(id, pdfjs, task, document, await document.getPageLabels().catch(() => null))
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
      text.catch(() => this.texts.delete(number)) // whoever waits hears of it; the next one tries again
    }
    return text
  }

  /** Draws a page, turned clockwise by so many quarters. */
  drawing(page: PDFPageProxy, width: number, quarters: number, canvas: HTMLCanvasElement, layer: HTMLElement): Drawing {
    return new Drawing(this.pdfjs, page, width, quarters, canvas, layer)
  }

  close() {
    void this.task.destroy()
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

/** The bytes by ranges where the server gives ranges, else all at once. */
async function source(pdfjs: Library, url: string) {
  const answer = await load(url, { headers: { Range: `bytes=0-${CHUNK - 1}` } })
  if (answer.status === 404) throw new Error(say('reader.gone'))
  if (!answer.ok) throw new Error(say('reader.moved'))
  const first = new Uint8Array(await answer.arrayBuffer())
  const length = Number(/\/(\d+)$/.exec(answer.headers.get('Content-Range') ?? '')?.[1])
  if (answer.status !== 206 || !length || length <= first.length) return { data: first }

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

  constructor(pdfjs: Library, page: PDFPageProxy, width: number, quarters: number, canvas: HTMLCanvasElement, layer: HTMLElement) {
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
  }
}
