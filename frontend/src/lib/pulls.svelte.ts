// Downloads of models that aren't done.
import { api, on } from './api'
import type { Pull } from './types'

export class PullsState {
  all = $state.raw<Pull[]>([])
  private last = 0

  listen() {
    return on('pulls', (all, seq) => {
      if (seq < this.last) return
      this.last = seq
      this.all = all
    })
  }

  /** Another start of the program counts what it tells from the beginning. */
  countAnew() {
    this.last = 0
  }

  async load() {
    this.all = await api.pulls()
  }

  of = (model: string) => this.all.find((pull) => pull.model === model)
  start = (model: string) => api.pullModel(model)
  pause = (model: string) => api.pausePull(model)
  cancel = (model: string) => api.cancelPull(model)
}
