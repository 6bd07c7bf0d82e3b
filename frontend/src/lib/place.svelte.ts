// Where the person is: the conversation, what is read, questions that were begun. The program keeps it, so that the window
// comes back there; the questions that wait for an answer to end are kept by the page alone.
import { api } from './api'
import type { WindowPlace } from './types'

const REST_MILLIS = 400

export class PlaceState {
  /** How wide the source was made, in pixels; 0: as usual. */
  source = $state(0)
  /** Questions that wait, by conversation, in the order in which they are asked. */
  queues = $state.raw<Record<string, string[]>>({})

  private drafts = new Map<string, string>()
  /** What was kept is known. */
  known = $state(false)
  private timer: ReturnType<typeof setTimeout> | undefined

  /** `here` tells what is open. */
  constructor(private readonly here: () => Pick<WindowPlace, 'conversation' | 'document' | 'page'>) {}

  /** What was open when the page was seen last. */
  async load(): Promise<WindowPlace> {
    const place = await api.lastPlace()
    // What is typed already counts for more.
    this.drafts = new Map([...place.drafts.map(({ conversation, text }): [string, string] => [conversation, text]), ...this.drafts])
    this.source ||= place.source
    this.known = true
    return place
  }

  /** Keeps it for the last time until it is loaded again: another workspace has its own. */
  async leave() {
    const kept = this.keep()
    this.known = false
    await kept
  }

  draft(conversation: string) {
    return this.drafts.get(conversation) ?? ''
  }

  /** Keeps what was begun; the last begun stands last. */
  begin(conversation: string, text: string) {
    if (text === this.draft(conversation)) return
    this.drafts.delete(conversation)
    if (text) this.drafts.set(conversation, text)
    this.changed()
  }

  queue = (conversation: string) => this.queues[conversation] ?? []

  setQueue(conversation: string, questions: string[]) {
    this.queues = { ...this.queues, [conversation]: questions }
  }

  /** Something is otherwise: it is kept when it rests. */
  changed() {
    if (!this.known) return
    this.timer ??= setTimeout(() => this.keep(), REST_MILLIS)
  }

  /** Keeps it at once, for a page that goes. */
  async keep() {
    clearTimeout(this.timer)
    this.timer = undefined
    if (!this.known) return
    const drafts = [...this.drafts].map(([conversation, text]) => ({ conversation, text }))
    await api.keepPlace({ ...this.here(), source: this.source, drafts }).catch(() => {}) // then it begins anew the next time
  }
}
