// The workspaces: separate libraries with their conversations. The page shows one of them.
import { api, on } from './api'
import { say } from './messages'
import type { Workspace } from './types'

/** What a person is asked about a workspace. */
export interface Asking {
  what: 'new' | 'rename' | 'delete'
  workspace?: Workspace
}

export class WorkspacesState {
  all = $state.raw<Workspace[]>([])
  asking = $state.raw<Asking>()
  /** Another one is about to be shown. */
  /** The program knows which language the page speaks. */
  spoken = false
  switching = $state(false)
  readonly shown = $derived(this.all.find(({ shown }) => shown))
  /** Something is under way in one that isn't shown. */
  readonly busyElsewhere = $derived(this.all.filter(({ busy, shown }) => busy && !shown))

  private last = 0

  /** `show` makes the page show another one. */
  constructor(readonly show: (id: string) => Promise<void> = async () => {}) {}

  /** `other` hears that the program shows another one than this page. */
  listen(other: (id: string) => void) {
    return on('workspaces', (all, seq) => {
      if (seq < this.last) return
      this.last = seq
      this.all = all
      if (this.shown) other(this.shown.id)
    })
  }

  countAnew() {
    this.last = 0
  }

  async load() {
    this.all = await api.workspaces()
  }

  ask(what: Asking['what'], workspace = this.shown) {
    this.asking = { what, workspace: what === 'new' ? undefined : workspace }
  }

  async add(name: string) {
    const id = await api.addWorkspace(name)
    await this.load()
    await this.show(id)
  }

  async rename(id: string, name: string) {
    await api.renameWorkspace(id, name)
    await this.load()
  }

  async remove(id: string) {
    await api.removeWorkspace(id)
    await this.load().catch(() => {}) // if it was the one that is shown, the page may not have heard yet of the next, which has them all told
  }
}

/** What is in a workspace. */
export const holding = ({ documents, conversations, busy, shown }: Workspace) =>
  [say('count.documents', { n: documents }), say('workspace.conversations', { n: conversations }), busy && !shown && say('workspace.busy')].filter(Boolean).join(' · ')
