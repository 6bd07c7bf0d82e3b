// How far everything is that is being added, and what a person may do about it.
import { api, on } from './api'
import { say } from './messages'
import type { Adding } from './types'

const NOTHING: Adding = { of: 0, done: 0, failed: 0, known: 0, locked: 0, reading: 0, share: 0, secondsLeft: 0, paused: false }
/** What is done at once needs no strip. */
const SLOW = 500
/** What is told of the last file may come after the file. */
const SETTLED = 300
/** Of a file that was handed over nothing may be told: it waits already. */
const UNTOLD = 3000

export class AddingState {
  private now = $state.raw(NOTHING)
  /** Of files that were handed over one after another: those that were done before the next came. */
  private before = $state.raw({ of: 0, done: 0, failed: 0, known: 0 })
  /** Files that the browser hands over, of which the program hasn't told yet. */
  private coming = $state(0)
  private hands = 0
  readonly all = $derived<Adding>({
    ...this.now, of: this.before.of + this.now.of + this.coming, done: this.before.done + this.now.done, failed: this.before.failed + this.now.failed, known: this.before.known + this.now.known,
  })
  readonly going = $derived(this.all.done < this.all.of)
  /** It takes long enough to be shown. */
  shown = $state(false)
  /** The document whose password is asked for because its row was pressed. */
  asked = $state('')

  private last = 0
  private timers: Record<'show' | 'settle', ReturnType<typeof setTimeout> | undefined> = { show: undefined, settle: undefined }

  /** `told` shows a sentence to the person. */
  constructor(private readonly told: (text: string) => void) {}

  listen() {
    return on('adding', (adding, seq) => {
      if (seq < this.last) return
      this.last = seq
      this.take(adding)
    })
  }

  countAnew() {
    this.last = 0
  }

  async load() {
    this.take(await api.adding())
  }

  /** Hands files over one after another; all of them are counted from the beginning. */
  async handing<T>(files: T[], hand: (file: T) => Promise<boolean>) {
    this.hands++
    this.coming += files.length
    this.changed()
    for (const file of files) if (!(await hand(file)) && this.coming) this.coming--
    this.hands--
    setTimeout(() => {
      if (!this.hands) this.coming = 0 // whatever was told of them
      this.changed()
    }, UNTOLD)
  }

  private take(adding: Adding) {
    this.coming -= Math.min(this.coming, Math.max(0, adding.of - this.now.of))
    this.now = adding
    if (adding.of && adding.done === adding.of) {
      const { of, done, failed, known } = this.before
      this.before = { of: of + adding.of, done: done + adding.done, failed: failed + adding.failed, known: known + adding.known }
      this.now = { ...NOTHING, share: 1 }
    }
    this.changed()
  }

  private changed() {
    if (this.going) {
      clearTimeout(this.timers.settle)
      this.timers.settle = undefined
      if (this.all.paused || this.all.locked) this.shown = true
      this.timers.show ??= setTimeout(() => (this.shown = this.going), SLOW)
    } else this.timers.settle ??= setTimeout(() => this.end(), SETTLED)
  }

  private end() {
    clearTimeout(this.timers.show)
    this.timers = { show: undefined, settle: undefined }
    this.shown = false
    const { done, failed, known } = this.before
    this.before = { of: 0, done: 0, failed: 0, known: 0 }
    const added = done - failed - known
    const words = [
      added > 0 && say('library.added', { n: added }),
      failed > 0 && say('adding.ended-failed', { n: failed }),
      known > 0 && done > 1 && say('adding.ended-known', { n: known }), // of one alone it is told as what it is there
    ].filter(Boolean)
    if (words.length) this.told(words.join(' '))
  }

  pause = (paused: boolean) => api.pauseAdding(paused)
  first = (id: string) => api.addFirst(id)
  cancel = (id: string) => api.cancelAdding(id)
  cancelAll = () => api.cancelAllAdding()
  unlock = (id: string, password: string) => api.unlockDocument(id, password)
}
