// What is remembered of past turns. Only the financial analyst writes it and looks back to it.
import { api, on } from './api'
import type { Memory } from './types'

export class MemoryState {
  /** Newest first. */
  list = $state.raw<Memory[]>([])
  loaded = $state(false)
  private loads = 0

  /** A conversation that is deleted takes its memory along, and a run that ends may leave one. */
  listen() {
    const again = () => void this.load().catch(() => {})
    const ends = [on('memories', again), on('conversations', again)]
    return () => ends.forEach((end) => end())
  }

  async load() {
    const mine = ++this.loads
    const list = await api.memories()
    if (mine !== this.loads) return // a later one knows better
    this.list = list
    this.loaded = true
  }

  async forget(run: string) {
    await api.forget(run)
    this.loads++
    this.list = this.list.filter((memory) => memory.run !== run)
  }

  async forgetAll() {
    await api.forgetAll()
    this.loads++
    this.list = []
  }
}
