// What every component may need, handed down by App.
import { getContext, setContext } from 'svelte'
import { onReconnected } from './api'
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

  /** Listens first and loads then, so that nothing told in between is lost. */
  open(): () => void {
    const load = () => {
      for (const part of [this.status, this.library, this.conversations]) void this.desk.attempt(() => part.load())
    }
    const ends = [this.status.listen(), this.library.listen(), this.conversations.listen(), onReconnected(load)]
    load()
    return () => ends.forEach((end) => end())
  }
}

export const provide = (lectern: Lectern) => setContext(KEY, lectern)
export const lectern = () => getContext<Lectern>(KEY)
