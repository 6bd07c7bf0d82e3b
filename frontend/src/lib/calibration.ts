// How the scale of scores is drawn, and said.
import { percent } from './amounts'
import { number, say } from './messages'
import type { Calibration } from './types'

/** The size of the drawing, in units of its own. */
export const WIDTH = 400
export const HEIGHT = 96

const sum = (counts: number[]) => counts.reduce((all, n) => all + n, 0)

/** Each bin with a share of the ones beside it, so that the outline is calm. */
function smooth(counts: number[]): number[] {
  const all = sum(counts) || 1
  return counts.map((n, i) => ((counts[i - 1] ?? 0) + 2 * n + (counts[i + 1] ?? 0)) / 4 / all)
}

/** Where a similarity lies from left to right; what lies outside is drawn at the edge. */
export const across = ({ from, to }: Pick<Calibration, 'from' | 'to'>, at: number) => Math.max(0, Math.min(1, (at - from) / (to - from || 1))) * WIDTH

/** The outlines of both kinds of pairs, as many above each other as are pairs of the kind, and a little room on top. */
export function outlines(scale: Pick<Calibration, 'noise' | 'signal'>): { noise: string; signal: string } {
  const [noise, signal] = [smooth(scale.noise), smooth(scale.signal)]
  const highest = Math.max(...noise, ...signal, Number.MIN_VALUE)
  const path = (shares: number[]) => {
    const step = WIDTH / shares.length
    const points = shares.map((share, i) => `${((i + 0.5) * step).toFixed(1)},${(HEIGHT - (share / highest) * (HEIGHT - 8)).toFixed(1)}`)
    return `M0,${HEIGHT} L${points.join(' L')} L${WIDTH},${HEIGHT}`
  }
  return { noise: path(noise), signal: path(signal) }
}

export const pairs = (scale: Calibration) => sum(scale.noise) + sum(scale.signal)

/** A number between 0 and 1 as people write it here: 0.57. */
export const figure = (n: number) => number(n, { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** What a similarity is called. */
export const unit = ({ model }: Pick<Calibration, 'model'>) => (model ? say('scale.similarity') : say('scale.share'))

/** The numbers of the drawing in sentences. */
export function told(scale: Calibration): string {
  const [first, retry] = scale.thresholds
  if (!first || !retry) return ''
  const kept = { unit: unit(scale), at: figure(first.at), score: figure(first.score) }
  const again = { at: figure(retry.at), score: figure(retry.score) }
  if (!pairs(scale)) return [say('scale.kept', kept), say('scale.retry', again)].join(' ')
  return [
    say('scale.kept-reached', { ...kept, neighbours: percent(first.signal), random: percent(first.noise) }),
    say('scale.retry-reached', { ...again, neighbours: percent(retry.signal), random: percent(retry.noise) }),
  ].join(' ')
}
