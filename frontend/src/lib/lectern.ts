// What every component may need, handed down by App.
import { getContext, setContext } from 'svelte'
import { ConversationsState } from './conversations.svelte'
import { DeskState } from './desk.svelte'
import { LibraryState } from './library.svelte'
import { StatusState } from './status.svelte'

export const KEY = 'lectern'

export class Lectern {
  readonly desk = new DeskState()
  readonly status = new StatusState()
  readonly library = new LibraryState(this.desk.say)
  readonly conversations = new ConversationsState()

  /** Listens first and loads then, so that nothing told in between is lost. */
  open(): () => void {
    const ends = [this.status.listen(), this.library.listen(), this.conversations.listen()]
    for (const load of [() => this.status.look(), () => this.library.load(), () => this.conversations.load()]) void this.desk.attempt(load)
    return () => ends.forEach((end) => end())
  }
}

export const provide = (lectern: Lectern) => setContext(KEY, lectern)
export const lectern = () => getContext<Lectern>(KEY)
