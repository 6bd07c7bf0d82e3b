import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { afterEach, beforeEach, expect, it } from 'vitest'
import CalibrationRow from './CalibrationRow.svelte'
import { scale, unmeasured } from '../dev/samples'
import { WIDTH, across, outlines } from '../lib/calibration'
import type { Calibration } from '../lib/types'

let now: Calibration
let measure: () => Promise<Calibration>
beforeEach(() => {
  now = scale
  measure = async () => now
  window.go = { main: { App: { Calibration: async () => now, Calibrate: () => measure() } } } as unknown as typeof window.go
})
afterEach(() => {
  cleanup()
  delete window.go
})

const row = () => screen.getByTestId('scale').textContent!.replace(/\s+/g, ' ')

it('shows the drawing, its numbers in words, and what it was measured from', async () => {
  render(CalibrationRow)
  const drawing = await screen.findByRole('img')
  const said = 'A passage is kept from a similarity of 0.55 on, which scores 0.60: 86 % of neighbours get there, and 5 % of random pairs.'
  expect(drawing.getAttribute('aria-label')).toContain(said)
  expect(row()).toContain(said)
  expect(row()).toContain('In a retry 0.52 is enough, which scores 0.55: 92 % of neighbours')
  expect(row()).toMatch(/From [\d,]+ pairs of passages, for nomic-embed-text, on 21 Nov 2026\./)
  const at = [...drawing.querySelectorAll('line.threshold')].map((line) => Number(line.getAttribute('x1')))
  expect(at).toEqual([across(scale, 0.55), across(scale, 0.52)])
  expect(at[0]).toBeCloseTo(WIDTH / 2)
})

it('says why a small library was not measured, and draws nothing', async () => {
  now = unmeasured
  render(CalibrationRow)
  await screen.findByText(/^The library has too few passages/)
  expect(row()).toContain("A passage is kept from a share of a question's words of 0.50 on, which scores 0.60.")
  expect(screen.queryByRole('img')).toBeNull()
})

it('measures again when it is told to', async () => {
  now = unmeasured
  render(CalibrationRow)
  const button = await screen.findByRole('button', { name: 'Measure again' })
  let finish = (_: Calibration) => {}
  measure = () => new Promise((done) => (finish = done))
  await fireEvent.click(button)
  expect(button.textContent).toBe('Measuring…')
  expect(button.hasAttribute('disabled')).toBe(true)
  finish(scale)
  expect((await screen.findByRole('button', { name: 'Measure again' })).hasAttribute('disabled')).toBe(false)
  expect(screen.getByRole('img')).toBeTruthy()
})

it('keeps what was measured when measuring again fails, and says why', async () => {
  measure = () => Promise.reject("Ollama isn't running.")
  render(CalibrationRow)
  await fireEvent.click(await screen.findByRole('button', { name: 'Measure again' }))
  expect((await screen.findByText("Ollama isn't running.")).getAttribute('role')).toBe('alert')
  expect(screen.getByRole('img')).toBeTruthy()
})

it('draws both kinds of pairs as high for their number', () => {
  const { noise, signal } = outlines({ noise: [0, 100, 0, 0], signal: [0, 0, 5, 0] })
  const heights = (path: string) => [...path.matchAll(/,(\d+(?:\.\d+)?)/g)].map(([, y]) => Number(y))
  expect(Math.min(...heights(noise))).toBeCloseTo(Math.min(...heights(signal)))
  expect(heights(noise).indexOf(Math.min(...heights(noise)))).toBeLessThan(heights(signal).indexOf(Math.min(...heights(signal))))
})
