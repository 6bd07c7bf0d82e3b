// Puts the events of one run in order. They may come late, twice or not at all: what is missing is
// asked for again once the gap has stayed a moment.
import type { RunEvent } from './types'

const GAP_MILLIS = 250
/** A run that says nothing for this long is asked whether its last words were lost. */
const SILENCE_MILLIS = 5000

export interface RunLogOptions {
  run: string
  /** The last event already known. */
  after: number
  replay: (run: string, after: number) => Promise<RunEvent[]>
  /** Gets events in order, each once. */
  deliver: (events: RunEvent[]) => void
}

export class RunLog {
  private last: number
  private waiting = new Map<number, RunEvent>()
  private timer: ReturnType<typeof setTimeout> | undefined
  private timingGap = false
  private asking = false
  private closed = false

  constructor(private readonly options: RunLogOptions) {
    this.last = options.after
  }

  /** Fetches what was said before anyone listened, and watches from then on. */
  start(): Promise<void> {
    return this.catchUp()
  }

  push(event: RunEvent) {
    if (this.closed || event.seq <= this.last) return
    this.waiting.set(event.seq, event)
    this.drain(0)
  }

  close() {
    this.closed = true
    clearTimeout(this.timer)
  }

  /** Delivers what follows on. Up to `recorded` a hole is a hole in the record itself: step over it. */
  private drain(recorded: number) {
    const ready: RunEvent[] = []
    while (this.waiting.size) {
      const next = this.waiting.get(this.last + 1)
      if (next) {
        this.waiting.delete(next.seq)
        this.last = next.seq
        ready.push(next)
        continue
      }
      const first = Math.min(...this.waiting.keys())
      if (first > recorded) break
      this.last = first - 1
    }
    if (ready.length) this.options.deliver(ready)
    if (ready.at(-1)?.kind === 'done') this.close()
    else this.watch(ready.length > 0)
  }

  /** A gap is timed from its beginning, silence from the last event. */
  private watch(moved: boolean) {
    const gap = this.waiting.size > 0
    if (this.timer && gap && this.timingGap && !moved) return
    clearTimeout(this.timer)
    this.timingGap = gap
    this.timer = setTimeout(() => void this.catchUp(), gap ? GAP_MILLIS : SILENCE_MILLIS)
  }

  private async catchUp() {
    clearTimeout(this.timer)
    this.timer = undefined
    if (this.asking || this.closed) return
    this.asking = true
    let recorded = 0
    try {
      for (const event of await this.options.replay(this.options.run, this.last)) {
        recorded = Math.max(recorded, event.seq)
        if (event.seq > this.last) this.waiting.set(event.seq, event)
      }
    } catch {
      // The next event or the next silence asks again.
    }
    this.asking = false
    if (!this.closed) this.drain(recorded)
  }
}
