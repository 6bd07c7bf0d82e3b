// Something that takes long in a large data folder, as the program tells how far it is.
import { on } from './api'
import type { Upkeep } from './types'

export class UpkeepState {
  now = $state.raw<Upkeep>()

  /** What is told of something that has ended by now came late, and would never end. */
  listen = () => on('upkeep', (told) => { if (this.now?.what === told.what) this.now = told })

  /** Does something that tells; what was told goes with it. */
  async while<T>(what: Upkeep['what'], does: () => Promise<T>): Promise<T> {
    this.now = { what, done: 0, of: 0 }
    try {
      return await does()
    } finally {
      this.now = undefined
    }
  }
}
