// A workflow's graph: read from its flowchart, laid out from the top down, with how far a run is.
import type { Step, Turn } from './types'

export interface Graph {
  title: string
  nodes: string[]
  edges: { from: string; to: string }[]
}

export const START = 'start'
export const END = 'end'

/** The flowcharts of a text, each under its heading; of the first the heading is empty. */
export function graphsOf(text: string): Graph[] {
  const out: Graph[] = []
  let title = ''
  let graph: Graph | undefined
  const names = new Map<string, string>()
  for (const line of text.split('\n')) {
    const heading = /^##+ (.*)/.exec(line)
    const node = /^\s*(s_\w+)(?:\["(.*)"\]|\(\[(.*)\]\))$/.exec(line)
    const edge = /^\s*(s_\w+) (?:-->|-\.->)\s*(?:\|".*"\| )?(s_\w+)$/.exec(line)
    if (heading) title = heading[1]
    else if (line.startsWith('flowchart')) out.push((graph = { title, nodes: [], edges: [] })), names.clear()
    else if (graph && node) {
      names.set(node[1], node[2] ?? node[3])
      graph.nodes.push(node[2] ?? node[3])
    } else if (graph && edge) graph.edges.push({ from: names.get(edge[1]) ?? '', to: names.get(edge[2]) ?? '' })
  }
  return out
}

export type NodeState = 'idle' | 'going' | 'done'

/** How far each node of a graph is: a node that is a graph of its own goes while one of its nodes does. */
export function statesOf(graph: Graph, all: Graph[], { steps, status }: Pick<Turn, 'steps' | 'status'>): Map<string, { state: NodeState; times: number }> {
  const inner = (name: string) => all.find(({ title }) => title && title !== graph.title && title.toLowerCase().startsWith(name.toLowerCase()))?.nodes ?? []
  const of = (name: string, among: Step[]) => among.filter(({ node }) => node === name)
  return new Map(graph.nodes.map((name) => {
    const own = of(name, steps)
    const mine = own.length ? own : inner(name).flatMap((one) => of(one, steps))
    const within = inner(name).flatMap((one) => of(one, steps))
    const going = status === 'running' && [...mine, ...within].some(({ summary }) => !summary)
    if (name === START) return [name, { state: steps.length ? 'done' : 'idle', times: 0 }]
    if (name === END) return [name, { state: status === 'answered' ? 'done' : 'idle', times: 0 }]
    return [name, { state: going ? 'going' : mine.length ? 'done' : 'idle', times: own.length }]
  }))
}

export interface Box {
  name: string
  x: number
  y: number
  width: number
}

export interface Line {
  path: string
  from: string
  to: string
  back: boolean
}

export interface Layout {
  width: number
  height: number
  boxes: Box[]
  lines: Line[]
}

export const HIGH = 28
const GAP_X = 14
const GAP_Y = 30
const LETTER = 6.6
const MARGIN = 26

/** How wide a text is, in letters: those of Chinese and Japanese are two. */
const letters = (text: string) => [...text].reduce((sum, one) => sum + (one > '\u1100' ? 1.9 : 1), 0)

/** Places the nodes in rows, each below those that lead to it; what leads back goes round the side. */
export function laidOut({ nodes, edges }: Graph, label = (name: string) => name): Layout {
  const next = (name: string) => edges.filter(({ from, to }) => from === name && to !== name).map(({ to }) => to)
  const back = new Set<string>()
  const seen = new Map<string, 'open' | 'done'>()
  const visit = (name: string) => {
    seen.set(name, 'open')
    for (const to of next(name)) {
      if (seen.get(to) === 'open') back.add(`${name} ${to}`)
      else if (!seen.has(to)) visit(to)
    }
    seen.set(name, 'done')
  }
  visit(START)
  const forward = edges.filter(({ from, to }) => from !== to && !back.has(`${from} ${to}`))
  const row = new Map(nodes.map((name) => [name, 0]))
  for (let changed = true, guard = 0; changed && guard < nodes.length; guard++) {
    changed = false
    for (const { from, to } of forward) {
      if (row.get(to)! <= row.get(from)!) row.set(to, row.get(from)! + 1), (changed = true)
    }
  }
  const last = Math.max(...row.values())
  row.set(END, last)
  const rows = Array.from({ length: last + 1 }, (_, y) => nodes.filter((name) => row.get(name) === y))
  // Each stands below the middle of what leads to it.
  const order = new Map<string, number>()
  for (const names of rows) {
    const middle = (name: string) => {
      const before = forward.filter(({ to }) => to === name).map(({ from }) => order.get(from) ?? 0)
      return before.length ? before.reduce((a, b) => a + b, 0) / before.length : 0
    }
    names.sort((a, b) => middle(a) - middle(b)).forEach((name, i) => order.set(name, i - (names.length - 1) / 2))
  }
  const wide = (name: string) => Math.max(56, letters(label(name)) * LETTER + 22)
  const rowWidth = (names: string[]) => names.reduce((sum, name) => sum + wide(name), 0) + GAP_X * (names.length - 1)
  const inner = Math.max(...rows.map(rowWidth))
  const width = inner + 2 * MARGIN
  const boxes = new Map<string, Box>()
  rows.forEach((names, y) => {
    let x = MARGIN + (inner - rowWidth(names)) / 2
    for (const name of names) {
      boxes.set(name, { name, x, y: 8 + y * (HIGH + GAP_Y), width: wide(name) })
      x += wide(name) + GAP_X
    }
  })
  let left = 0
  const lines = edges.flatMap(({ from, to }) => {
    const [a, b] = [boxes.get(from), boxes.get(to)]
    if (!a || !b) return []
    const returns = from === to || back.has(`${from} ${to}`)
    const [ax, bx] = [a.x + a.width / 2, b.x + b.width / 2]
    if (returns) {
      const side = width - 6 - 5 * (left++ % 4)
      const [ay, by] = [a.y + HIGH / 2, b.y + HIGH / 2 + (from === to ? 8 : 0)]
      return [{ from, to, back: true, path: `M ${a.x + a.width} ${ay} C ${side} ${ay} ${side} ${by} ${b.x + b.width} ${by}` }]
    }
    const [ay, by] = [a.y + HIGH, b.y]
    const bend = (by - ay) / 2
    return [{ from, to, back: false, path: `M ${ax} ${ay} C ${ax} ${ay + bend} ${bx} ${by - bend} ${bx} ${by}` }]
  })
  return { width, height: 16 + (last + 1) * HIGH + last * GAP_Y, boxes: [...boxes.values()], lines }
}
