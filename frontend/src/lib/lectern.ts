// What every component may need, handed down by App.
import { getContext, setContext } from 'svelte'
import { api, onReconnected } from './api'
import { ConversationsState } from './conversations.svelte'
import { DeskState } from './desk.svelte'
import { LibraryState } from './library.svelte'
import { CheckState } from './check.svelte'
import { SearchState } from './search.svelte'
import { StatusState } from './status.svelte'

export const KEY = 'lectern'

export class Lectern {
  readonly desk = new DeskState()
  readonly status = new StatusState()
  readonly library = new LibraryState(this.desk.say, (id) => { this.desk.forget(id); this.search.forget(id); this.check.leave(id) })
  readonly conversations = new ConversationsState()
  readonly search = new SearchState()
  readonly check = new CheckState()

  /** Puts away what lies over the conversation. */
  uncover = () => {
    this.search.close()
    this.check.close()
  }

  private load() {
    for (const part of [this.library, this.conversations]) void this.desk.attempt(() => part.load())
  }

  /** Makes a data folder anew that is damaged. */
  async mend() {
    this.status.now = await api.mend()
    this.load()
  }

  /** Listens first and loads then, so that nothing told in between is lost. */
  open(): () => void {
    const load = async () => {
      await this.desk.attempt(() => this.status.load())
      if (!this.status.now?.mendable) this.load() // until then there is nothing else
    }
    const ends = [this.status.listen(), this.library.listen(), this.conversations.listen(), onReconnected(() => void load())]
    void load()
    return () => ends.forEach((end) => end())
  }
}

export const provide = (lectern: Lectern) => setContext(KEY, lectern)
export const lectern = () => getContext<Lectern>(KEY)
