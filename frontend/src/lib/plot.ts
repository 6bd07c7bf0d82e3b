// Where everything of a chart stands, in pixels: the page draws it as SVG, and a picture that is saved on a canvas.
import { number } from './messages'
import type { ChartData, ChartPoint } from './types'

export interface Box { x: number; y: number; w: number; h: number }

/** A bar, a point or a slice. */
export interface Mark {
  /** Of the entry that it shows; empty for a gap. */
  id: string
  series: number
  at: number
  point: ChartPoint
  /** Its outline as a path of SVG. */
  path: string
  box: Box
  /** What it shows, where there is room for it. */
  label?: Text
}

/** A text at its baseline; `whole` is what it is cut from. */
export interface Text { text: string; x: number; y: number; anchor: 'start' | 'middle' | 'end'; whole?: string }

/** What lies under the label of the chosen mark. */
export const ground = ({ text, x, y }: Text): Box => {
  const w = widthOf(text, SIZE.label) + 10
  return { x: x - w / 2, y: y - 12, w, h: 16 }
}

export interface Plot {
  width: number
  height: number
  marks: Mark[]
  /** A path for each stretch of a line without gaps. */
  lines: { series: number; path: string }[]
  /** Names below the axis, or at the slices. */
  names: Text[]
  /** The height of zero and where its line begins; a pie has none. */
  zero?: { x: number; y: number }
  /** Heights of even amounts, where not every mark has its label. */
  scale: (Text & { line: number })[]
}

const SIZE = { label: 11, name: 11 }
const AXIS = 26
const TOP = 24

/** How wide a text is at most, in pixels, in the letters of charts. */
export function widthOf(text: string, size: number): number {
  let ems = 0
  for (const letter of text) ems += /[\u2e80-\uffef]/.test(letter) ? 1 : /[.,:;'|!ijl ]/.test(letter) ? 0.32 : /[MWmw@%—]/.test(letter) ? 0.92 : 0.64
  return ems * size
}

export function plotOf(chart: ChartData, width: number, selected = ''): Plot {
  return chart.kind === 'pie' ? pie(chart, width) : upright(chart, width, selected)
}

/** Bars, or lines with points, above and below zero. */
function upright(chart: ChartData, width: number, selected: string): Plot {
  const { labels, series } = chart
  const points = series.flatMap((one) => one.points.filter(isThere))
  const longest = Math.max(0, ...points.map(({ shown }) => widthOf(shown, SIZE.label)))
  const bars = chart.kind === 'bar'
  const fits = (left: number) => {
    const band = (width - left) / labels.length
    return longest + 4 <= (bars ? (band * GROUP) / series.length : band)
  }
  const labelled = fits(0)
  const [low, high] = range(chart)
  const height = 160
  const below = low < 0 ? TOP - 8 : 0 // room for labels below bars
  const y = (n: number) => round(TOP + ((high - n) / (high - low)) * (height - AXIS - TOP - below))
  const amounts = labelled ? [] : even(low, high)
  const left = amounts.length ? Math.max(...amounts.map((n) => widthOf(number(n), SIZE.name))) + 10 : 0
  const band = (width - left) / labels.length
  const zero = y(Math.max(low, Math.min(0, high)))
  const marks: Mark[] = series.flatMap(({ points }, k) => points.map((point, at) => {
    const middle = left + band * (at + 0.5)
    return bars ? barOf(point, k, at, middle, Math.min(BAR * series.length, band * GROUP) / series.length, series.length, y, zero) : pointOf(point, k, at, middle, y)
  }))
  const plot: Plot = {
    width, height, marks, lines: bars ? [] : series.flatMap(({ points }, k) => stretches(points, (at) => left + band * (at + 0.5), y).map((path) => ({ series: k, path }))),
    names: named(labels, left, width, height - 7), zero: { x: left, y: zero },
    scale: amounts.map((n) => ({ text: number(n), x: left - 8, y: y(n) + 4, anchor: 'end', line: y(n) })),
  }
  place(marks, labelled, selected, width, bars)
  return plot
}

const isThere = (point: ChartPoint) => point.value !== ''
const round = (n: number) => Math.round(n * 10) / 10

/** The share of a label's width that its bars may take, and the most of a single one in pixels. */
const GROUP = 0.9
const BAR = 56
/** Between bars of a label. */
const BETWEEN = 2

/** What is shown from bottom to top. Bars begin at zero; lines do where that takes little room. */
function range({ kind, series }: ChartData): [number, number] {
  const all = series.flatMap(({ points }) => points.filter(isThere).map((point) => point.number))
  if (!all.length) return [0, 1]
  const [least, most] = [Math.min(...all), Math.max(...all)]
  const far = kind === 'line' && least > 0 && least > most * 0.4
  const low = far ? least - (most - least || most) * 0.25 : Math.min(0, least)
  const high = Math.max(kind === 'line' && most < 0 ? most : 0, most)
  return low === high ? [low, low + 1] : [low, high]
}

function barOf(point: ChartPoint, series: number, at: number, middle: number, step: number, all: number, y: (n: number) => number, zero: number): Mark {
  const w = round(Math.max(1, step - (all > 1 ? BETWEEN : 0)))
  const x = round(middle + (series - all / 2) * step + (step - w) / 2)
  const there = isThere(point)
  const end = there ? y(point.number) : zero - 10
  const [top, h] = [Math.min(end, zero), Math.max(1, Math.abs(zero - end))]
  const r = Math.min(3, w / 2, h)
  const path = !there
    ? `M${x} ${zero}V${zero - 10}H${x + w}V${zero}`
    : point.number < 0
      ? `M${x} ${top}H${round(x + w)}V${round(top + h - r)}q0 ${r} ${-r} ${r}H${round(x + r)}q${-r} 0 ${-r} ${-r}z`
      : `M${x} ${round(top + h)}V${round(top + r)}q0 ${-r} ${r} ${-r}H${round(x + w - r)}q${r} 0 ${r} ${r}V${round(top + h)}z`
  return { id: point.id, series, at, point, path, box: { x, y: top, w, h } }
}

const RADIUS = 4

function pointOf(point: ChartPoint, series: number, at: number, x: number, y: (n: number) => number): Mark {
  const middle = y(isThere(point) ? point.number : 0)
  const box = { x: round(x - RADIUS), y: round(middle - RADIUS), w: 2 * RADIUS, h: 2 * RADIUS }
  const path = isThere(point) ? `M${box.x} ${middle}a${RADIUS} ${RADIUS} 0 1 0 ${2 * RADIUS} 0a${RADIUS} ${RADIUS} 0 1 0 ${-2 * RADIUS} 0z` : ''
  return { id: point.id, series, at, point, path, box }
}

function stretches(points: ChartPoint[], x: (at: number) => number, y: (n: number) => number): string[] {
  const out: string[] = []
  let path = ''
  points.forEach((point, at) => {
    if (isThere(point)) path += `${path ? 'L' : 'M'}${round(x(at))} ${y(point.number)}`
    if (path && (!isThere(point) || at === points.length - 1)) {
      out.push(path)
      path = ''
    }
  })
  return out
}

/** Gives marks their labels: the selected one's first, and no two over each other. */
function place(marks: Mark[], all: boolean, selected: string, width: number, bars: boolean) {
  const taken: Box[] = bars ? [] : marks.filter(({ path }) => path).map(({ box }) => box)
  const first = [...marks].sort((a, b) => Number(isChosen(b, selected)) - Number(isChosen(a, selected)))
  for (const mark of first) {
    const { point, box } = mark
    if (bars && !isThere(point)) {
      if (all) mark.label = { text: '–', x: box.x + box.w / 2, y: box.y - 6, anchor: 'middle' }
      continue
    }
    if (!isThere(point) || (!all && !isChosen(mark, selected))) continue
    const w = widthOf(point.shown, SIZE.label) + 4
    const x = Math.max(w / 2, Math.min(width - w / 2, box.x + box.w / 2))
    const above = { x: x - w / 2, y: box.y - 19, w, h: 15 }
    const under = { ...above, y: box.y + box.h + 4 }
    const free = (bars ? [point.number < 0 ? under : above] : [above, under]).find((one) => !taken.some((other) => overlap(one, other))) ?? (isChosen(mark, selected) ? above : undefined)
    if (!free) continue
    taken.push(free)
    mark.label = { text: point.shown, x: round(x), y: round(free.y + 12), anchor: 'middle' }
  }
}

export const isChosen = ({ id }: Pick<Mark, 'id'>, selected: string) => !!id && id === selected

const overlap = (a: Box, b: Box) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h

/** Names below the axis. Long ones are cut; of short ones, such as years, some are left out where there is no room for all. */
function named(labels: string[], left: number, width: number, y: number): Text[] {
  const band = (width - left) / labels.length
  const widest = Math.max(...labels.map((label) => widthOf(label, SIZE.name)))
  const every = Math.ceil(Math.min(widest + 6, 48) / band)
  const out: Text[] = []
  let free = 0 // from there on
  for (let at = 0; at < labels.length; at += every) {
    const text = cut(labels[at], Math.max(band * every - 6, Math.min(widest, 42)))
    const half = widthOf(text, SIZE.name) / 2
    const x = Math.max(half, Math.min(width - half, left + band * (at + 0.5)))
    if (x - half < free) continue
    out.push({ text, whole: labels[at], x: round(x), y, anchor: 'middle' })
    free = x + half + 4
  }
  return out
}

/** A text that is no wider than that, with dots for what is left out. */
export function cut(text: string, width: number, size = SIZE.name): string {
  if (widthOf(text, size) <= width) return text
  const letters = [...text]
  while (letters.length > 1 && widthOf(`${letters.join('')}…`, size) > width) letters.pop()
  return `${letters.join('').trimEnd()}…`
}

/** A few round amounts within a range. */
function even(low: number, high: number): number[] {
  const rough = (high - low) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 2.5, 5, 10].map((n) => n * power).find((n) => n >= rough)!
  const from = Math.ceil(low / step)
  return Array.from({ length: Math.floor(high / step) - from + 1 }, (_, i) => Number(((from + i) * step).toPrecision(12)))
}

/** Slices from the top on clockwise, each with its name, value and share beside them, or below where it is narrow. */
function pie({ labels, series }: ChartData, width: number): Plot {
  const points = series[0].points
  const sum = points.reduce((all, { number }) => all + Math.max(0, number), 0) || 1
  const [line, edge] = [20, 8]
  const beside = width >= 360
  const radius = Math.min(70, width / 2 - edge)
  const listed = labels.length * line
  const height = beside ? Math.max(2 * radius + 20, listed + 12) : 2 * (radius + edge) + listed + 12
  const [cx, cy] = [radius + edge, beside ? height / 2 : radius + edge]
  let turned = 0
  const marks = points.map((point, at): Mark => {
    const share = Math.max(0, point.number) / sum
    const path = slice(cx, cy, radius, turned, turned + share)
    turned += share
    return { id: point.id, series: at, at, point, path, box: { x: cx - radius, y: cy - radius, w: 2 * radius, h: 2 * radius } }
  })
  const [x, top] = beside ? [cx + radius + 40, cy - listed / 2] : [18, cy + radius + edge]
  const names = labels.map((label, at): Text => {
    const { shown, number: n } = points[at]
    const rest = ` ${shown} · ${number(Math.max(0, n) / sum, { style: 'percent', maximumFractionDigits: 1 })}`
    return { text: cut(cut(label, Math.max(40, width - x - widthOf(rest, SIZE.label))) + rest, width - x), whole: label + rest, x, y: top + line * at + 14, anchor: 'start' }
  })
  return { width, height, marks, lines: [], names, scale: [] }
}

/** From one share of the circle to another, from the top on clockwise. */
function slice(cx: number, cy: number, r: number, from: number, to: number): string {
  if (to - from >= 1) return `M${cx} ${cy - r}a${r} ${r} 0 1 1 0 ${2 * r}a${r} ${r} 0 1 1 0 ${-2 * r}z`
  const at = (share: number) => `${round(cx + r * Math.sin(2 * Math.PI * share))} ${round(cy - r * Math.cos(2 * Math.PI * share))}`
  return `M${cx} ${cy}L${at(from)}A${r} ${r} 0 ${to - from > 0.5 ? 1 : 0} 1 ${at(to)}z`
}

/** The colours of series and slices, by their names in tokens.css. */
export const TONES = ['--accent', '--tone-2', '--ok', '--warn', '--info', '--bad', '--muted', '--control']
export const toneOf = (at: number) => TONES[at % TONES.length]
