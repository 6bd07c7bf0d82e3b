// Tells a person who looks elsewhere that something which took a while is done.
import { api } from './api'

/** What is done sooner was waited for. */
const LONG_MILLIS = 15_000

let title = ''

/** `began` is when it did, as performance.now() tells it. Until the window is looked at its title says so, too. */
export function notice(began: number, what: string, text: string) {
  if (document.hasFocus() || performance.now() - began < LONG_MILLIS) return
  void api.notify(what, text).catch(() => {}) // it is seen when the person comes back
  title ||= document.title
  document.title = `● ${what}`
  addEventListener('focus', () => { document.title = title; title = '' }, { once: true })
}
