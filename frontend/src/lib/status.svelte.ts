// Whether Ollama and its models are there, as Go last told.
import { api, on, onCut, onReconnected, type Connection } from './api'
import { remember, remembered } from './remembered'
import type { Advanced, Status } from './types'

const SKIPPED = 'lectern.setup-skipped'

export class StatusState {
  now = $state.raw<Status>()
  connection = $state<Connection>('there')
  /** The workflows' numbers as they are in the settings, once something has asked for them. */
  advanced = $state.raw<Advanced[]>([])
  looking = $state(false)
  /** The language that the program says things in, once it was told (ISO 639-1). */
  spoken = $state('')
  skipped = $state(remembered(SKIPPED) === '1')

  /** What steps were given and made, scores and ranks are shown. */
  readonly internals = $derived(!!this.now?.look.internals)
  readonly running = $derived(this.now?.ollama === 'running')
  readonly complete = $derived(this.running && !!this.now?.chatModel && !!this.now?.embedModel)

  private last = 0

  listen() {
    const told = on('status', (status, seq) => {
      if (seq < this.last) return
      this.last = seq
      this.now = status
    })
    const cut = onCut((how) => (this.connection = how))
    const back = onReconnected(() => {
      this.connection = 'there'
      this.last = 0 // it may be another start of the program, which counts anew
    })
    return () => [told, cut, back].forEach((end) => end())
  }

  async load() {
    this.now = await api.status()
  }

  async loadAdvanced() {
    this.advanced = (await api.settings()).advanced
  }

  /** Asks Ollama again, whatever was known. */
  async look() {
    this.looking = true
    try {
      this.now = await api.lookAgain()
    } finally {
      this.looking = false
    }
  }

  goOnWithoutModel() {
    this.skipped = true
    remember(SKIPPED, '1')
  }
}
