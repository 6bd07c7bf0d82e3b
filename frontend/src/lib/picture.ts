// Charts as a picture that stands by itself: on white, with their titles and legends, and where the figures are from.
import { say } from './messages'
import { cut, plotOf, toneOf, widthOf, type Plot } from './plot'
import type { ChartData } from './types'

const WIDTH = 760
const EDGE = 28
/** Pixels of the picture for one of the page: it is sharp in print. */
const SHARP = 2
/** The colours of the light look, whatever the page's is (tokens.css). */
const LIGHT: Record<string, string> = {
  '--accent': '#2f4fc4', '--tone-2': '#8091db', '--ok': '#1b6b3a', '--warn': '#8a5200', '--info': '#1f5f8b', '--bad': '#b3261e', '--muted': '#5f5b55', '--control': '#8f8a82',
}
const [INK, MUTED, LINE] = ['#1c1b19', '#5f5b55', '#e4e0d9']
const ROW = 18

/** Words in lines that are no wider than that. */
export function lines(text: string, width: number, size: number): string[] {
  const out: string[] = []
  for (const word of text.split(' ')) {
    const longer = out.length ? `${out.at(-1)} ${word}` : word
    if (out.length && widthOf(longer, size) <= width) out[out.length - 1] = longer
    else out.push(cut(word, width, size))
  }
  return out
}

/** Legend entries in rows, each with how far from the left it stands. */
function legend(chart: ChartData, width: number): { name: string; x: number; row: number }[] {
  if (chart.kind === 'pie' || chart.series.length < 2) return []
  let [x, row] = [0, 0]
  return chart.series.map(({ name }) => {
    const text = cut(name, width - 20, 12)
    const wide = widthOf(text, 12) + 34
    if (x && x + wide > width) [x, row] = [0, row + 1]
    const at = { name: text, x, row }
    x += wide
    return at
  })
}

export async function pictureOf(charts: ChartData[], sources: string[]): Promise<Blob> {
  const width = WIDTH - 2 * EDGE
  const parts = charts.map((chart) => ({
    chart, plot: plotOf(chart, width), title: lines([chart.title, chart.unit].filter(Boolean).join(say('words.next')), width, 15), legend: legend(chart, width),
  }))
  const told = sources.length ? lines(say('compare.picture-sources', { list: sources.join('; ') }), width, 11) : []
  const heightOf = ({ title, legend, plot }: (typeof parts)[number]) => title.length * 22 + (legend.length ? (legend.at(-1)!.row + 1) * ROW + 6 : 0) + plot.height + 20
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH * SHARP
  canvas.height = (2 * EDGE + parts.reduce((all, part) => all + heightOf(part), 0) + told.length * 16) * SHARP
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error(say('compare.no-picture'))
  pen.scale(SHARP, SHARP)
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, WIDTH, canvas.height)
  const letters = getComputedStyle(document.body).fontFamily
  const write = (text: string, x: number, y: number, size: number, weight: number, colour: string, anchor: CanvasTextAlign = 'left') => {
    pen.font = `${weight} ${size}px ${letters}`
    pen.textAlign = anchor
    pen.fillStyle = colour
    pen.fillText(text, x, y)
  }
  let top = EDGE
  for (const { chart, plot, title, legend } of parts) {
    for (const line of title) write(line, EDGE, (top += 22) - 6, 15, 600, INK)
    for (const { name, x, row } of legend) {
      pen.fillStyle = LIGHT[toneOf(legend.findIndex((one) => one.x === x && one.row === row))]
      pen.fillRect(EDGE + x, top + row * ROW + 3, 10, 10)
      write(name, EDGE + x + 16, top + row * ROW + 12, 12, 400, MUTED)
    }
    if (legend.length) top += (legend.at(-1)!.row + 1) * ROW + 6
    pen.save()
    pen.translate(EDGE, top)
    draw(pen, chart, plot, write)
    pen.restore()
    top += plot.height + 20
  }
  for (const line of told) write(line, EDGE, (top += 16), 11, 400, MUTED)
  return new Promise((done, failed) => canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error(say('compare.no-picture')))), 'image/png'))
}

type Write = (text: string, x: number, y: number, size: number, weight: number, colour: string, anchor?: CanvasTextAlign) => void

function draw(pen: CanvasRenderingContext2D, { kind }: ChartData, plot: Plot, write: Write) {
  const anchors = { start: 'left', middle: 'center', end: 'right' } as const
  const across = (y: number, from: number) => {
    pen.strokeStyle = LINE
    pen.lineWidth = 1
    pen.beginPath()
    pen.moveTo(from, y)
    pen.lineTo(plot.width, y)
    pen.stroke()
  }
  for (const { text, x, y, anchor, line } of plot.scale) {
    across(line, x + 8)
    write(text, x, y, 11, 500, MUTED, anchors[anchor])
  }
  if (plot.zero) across(plot.zero.y + 0.5, plot.zero.x)
  for (const { series, path } of plot.lines) {
    pen.strokeStyle = LIGHT[toneOf(series)]
    pen.lineWidth = 2
    pen.stroke(new Path2D(path))
  }
  for (const { id, series, path, label } of plot.marks) {
    if (id) {
      pen.fillStyle = LIGHT[toneOf(series)]
      pen.fill(new Path2D(path))
    } else {
      pen.strokeStyle = LIGHT['--control']
      pen.lineWidth = 1
      pen.setLineDash([2, 3])
      pen.stroke(new Path2D(path))
      pen.setLineDash([])
    }
    if (label) write(label.text, label.x, label.y, 11, id ? 600 : 500, id ? INK : MUTED, 'center')
  }
  plot.names.forEach(({ text, x, y, anchor }, i) => {
    if (kind === 'pie') {
      pen.fillStyle = LIGHT[toneOf(i)]
      pen.fillRect(x - 18, y - 10, 10, 10)
    }
    write(text, x, y, 11, 500, kind === 'pie' ? INK : MUTED, anchors[anchor])
  })
}
