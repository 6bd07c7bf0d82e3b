import { describe, expect, it } from 'vitest'
import { graphsOf, HIGH, laidOut, statesOf } from './drawing'
import { isNamed } from './nodes'
import type { Step } from './types'

const workflows = ['analyst', 'chat', 'checked', 'report', 'research']
const drawings = import.meta.glob('../../../backend/graph/*/graph.md', { query: '?raw', import: 'default', eager: true }) as Record<string, string>
const read = (name: string) => graphsOf(drawings[`../../../backend/graph/${name}/graph.md`])
const step = (node: string, summary = 'done') => ({ node, summary }) as Step

describe.each(workflows)('the graph of %s', (name) => {
  it('is read whole, and no two nodes lie on each other', () => {
    const graphs = read(name)
    expect(graphs.length).toBeGreaterThan(0)
    for (const graph of graphs) {
      expect(graph.nodes).toEqual(expect.arrayContaining(['start', 'end']))
      expect(graph.edges.every(({ from, to }) => graph.nodes.includes(from) && graph.nodes.includes(to))).toBe(true)
      const { boxes, lines, width, height } = laidOut(graph)
      expect(boxes.map(({ name }) => name).sort()).toEqual([...graph.nodes].sort())
      expect(lines.length).toBe(graph.edges.length)
      for (const a of boxes) {
        expect(a.x >= 0 && a.x + a.width <= width && a.y + HIGH <= height).toBe(true)
        for (const b of boxes) expect(a === b || a.y !== b.y || a.x + a.width <= b.x || b.x + b.width <= a.x).toBe(true)
      }
      const [start, end] = ['start', 'end'].map((one) => boxes.find(({ name }) => name === one)!)
      expect(boxes.every(({ y }) => y >= start.y && y <= end.y)).toBe(true)
    }
  })
})

it.each(workflows)('each node of %s, and each heading, has a name for people', (name) => {
  const graphs = read(name)
  expect([...graphs.flatMap(({ nodes }) => nodes), ...(graphs.length > 1 ? graphs.map(({ title }) => title) : [])].filter((one) => !isNamed(one))).toEqual([])
})

it('no two nodes lie on each other where their names are long', () => {
  for (const graph of workflows.flatMap(read)) {
    const { boxes } = laidOut(graph, (name) => `${name} ウォークスルー`)
    for (const a of boxes) for (const b of boxes) expect(a === b || a.y !== b.y || a.x + a.width <= b.x || b.x + b.width <= a.x).toBe(true)
  }
})

it('tells how far a run is, also of graphs within graphs', () => {
  const all = read('research')
  const states = statesOf(all[0], all, { status: 'running', steps: [step('init'), step('plan'), step('approve'), step('task queries'), step('extract', '')] })
  expect(states.get('asking back')).toEqual({ state: 'done', times: 0 })
  expect(states.get('plan')).toEqual({ state: 'done', times: 1 })
  expect(states.get('rabbithole')!.state).toBe('going')
  expect(states.get('synthesize')!.state).toBe('idle')
  expect(statesOf(all[2], all, { status: 'running', steps: [step('extract'), step('extract', '')] }).get('extract')).toEqual({ state: 'going', times: 2 })
})
