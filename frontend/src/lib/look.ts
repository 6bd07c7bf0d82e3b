// How the page looks, as the person wants it. The program keeps it, for every page; this page keeps a copy, so that it begins
// with the right colours the next time.
import { remember, remembered } from './remembered'
import type { Look } from './types'

const LOOK = 'lectern.look'

export const USUAL: Look = { theme: '', text: '', language: '', noLetters: false, internals: false }

let dark: MediaQueryList | undefined
let now = kept()

function kept(): Look {
  try {
    return { ...USUAL, ...(JSON.parse(remembered(LOOK) || '{}') as Partial<Look>) }
  } catch {
    return USUAL
  }
}

function draw() {
  const { dataset } = document.documentElement
  dataset.theme = now.theme || (dark?.matches ? 'dark' : 'light')
  dataset.text = now.text
}

/** Makes the page look so from now on. */
export function look(wanted: Look) {
  now = wanted
  remember(LOOK, JSON.stringify(wanted))
  draw()
}

/** How it looked the last time, as far as the program hasn't told yet. */
export const lookedLast = () => now

/** Whether single letters are shortcuts. */
export const letters = () => !now.noLetters

/** Looks as it did the last time, until the program has told. */
export function beginLooking() {
  dark = matchMedia('(prefers-color-scheme: dark)')
  draw()
  dark.addEventListener('change', draw)
}
