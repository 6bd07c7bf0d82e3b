// What is typed into the palette, and what the program finds for it.
import { api } from '../lib/api'
import type { FoundMessage, Hit } from '../lib/types'
import { begun } from './items'

/** After the last key that was typed: a search takes some milliseconds, and what was found is there within fifty. */
const PAUSE_MILLIS = 20
const PASSAGES = 6

export class PaletteState {
  text = $state('')
  passages = $state.raw<Hit[]>([])
  messages = $state.raw<FoundMessage[]>([])
  /** Something is still looked for. */
  looking = $state(false)

  private asked = 0
  private timer: ReturnType<typeof setTimeout> | undefined

  /** What was found for other words stays until there is something for these, so that nothing flickers. */
  typed() {
    clearTimeout(this.timer)
    this.asked++
    if (this.text.trim()) {
      this.looking = true
      this.timer = setTimeout(() => void this.look(), PAUSE_MILLIS)
    } else {
      this.passages = []
      this.messages = []
      this.looking = false
    }
  }

  close() {
    clearTimeout(this.timer)
    this.asked++
  }

  private async look() {
    const mine = this.asked
    const { text } = this
    const still = () => mine === this.asked
    await Promise.all([
      api.search({ text: begun(text), documents: [], filters: [], off: [], all: false, meaning: false, limit: PASSAGES }).then(
        ({ hits }) => { if (still()) this.passages = hits },
        () => { if (still()) this.passages = [] }, // what is wrong with a search is told where one searches
      ),
      api.findMessages(text).then(
        (found) => { if (still()) this.messages = found },
        () => { if (still()) this.messages = [] },
      ),
    ])
    if (still()) this.looking = false
  }
}
