// What every component may need, handed down by App.
import { getContext, setContext } from 'svelte'
import { api, on, onReconnected, showsWorkspace } from './api'
import { ConversationsState } from './conversations.svelte'
import { DeskState } from './desk.svelte'
import { LayoutState } from './layout.svelte'
import { LibraryState } from './library.svelte'
import { shown } from './mention'
import { language, say, speak } from './messages'
import { PlaceState } from './place.svelte'
import { forget } from './pdf'
import { OverviewState } from './overview.svelte'
import { PullsState } from './pulls.svelte'
import { CheckState } from './check.svelte'
import { SearchState } from './search.svelte'
import { StatusState } from './status.svelte'
import { dialogs } from '../ui/dialogs.svelte'
import { WorkspacesState } from './workspaces.svelte'
import type { ConversationInfo, Document } from './types'

export const KEY = 'lectern'

/** What the page has of a workspace. It stays while another one is shown, and goes on where it was. */
export class Lectern {
  readonly desk = new DeskState()
  readonly layout = new LayoutState(this.desk)
  readonly status = new StatusState()
  readonly library = new LibraryState(this.desk.say, (id) => { forget(id); this.desk.forget(id); this.search.forget(id); this.check.leave(id) }, this.desk.settle)
  readonly conversations = new ConversationsState(() => this.status.connection !== 'there', this.desk.settle)
  readonly pulls = new PullsState()
  readonly search = new SearchState()
  readonly check = new CheckState()
  readonly overview = new OverviewState()
  readonly place = new PlaceState(() => {
    const spot = this.desk.reading?.run ? undefined : this.desk.spot // a source of an answer is opened from there
    return { conversation: this.conversations.id, document: spot?.document ?? '', page: spot ? this.desk.page || spot.page : 0 }
  })

  constructor(readonly workspaces = new WorkspacesState()) {}

  /** Speaks the language that was chosen, "" for the system's, and has the program do so. */
  async speak(chosen: string) {
    await speak(chosen)
    await api.speak(language())
    this.status.spoken = language()
    if (this.status.advanced.length) await this.status.loadAdvanced()
  }

  /** Puts away what lies over the conversation. */
  uncover = () => {
    this.search.close()
    this.check.close()
    this.overview.close()
  }

  /** Where short messages cover nothing. */
  get toastPlace(): 'library' | 'chat' | 'source' | 'over' {
    if (dialogs.open) return 'over'
    if (this.layout.libraryShown && !this.layout.drawer) return 'library'
    if (this.search.open || this.check.open || this.overview.open) return 'over'
    return this.desk.wide || (this.layout.single && this.desk.front === 'source') ? 'source' : 'chat'
  }

  /** Removes documents, unless that is taken back soon. */
  removeDocuments = (documents: Document[]) => {
    const ids = documents.map(({ id }) => id)
    if (!ids.length) return
    this.library.hide(ids, true)
    const text = ids.length === 1 ? say('document.removed', { name: shown(documents[0].name) }) : say('document.removed-all', { n: ids.length })
    this.desk.undoable(text, () => each(ids, (id) => this.library.remove(id)).finally(() => this.library.hide(ids, false)), () => this.library.hide(ids, false))
  }

  /** Deletes conversations, likewise. */
  deleteConversations = (infos: ConversationInfo[]) => {
    const ids = infos.map(({ id }) => id)
    if (!ids.length) return
    const open = ids.includes(this.conversations.id) ? this.conversations.id : ''
    this.conversations.hide(ids, true)
    if (open) this.conversations.startNew()
    const text = ids.length === 1 ? say('conversation.deleted', { title: infos[0].title }) : say('conversation.deleted-all', { n: ids.length })
    this.desk.undoable(text, () => each(ids, (id) => this.conversations.delete(id)).finally(() => this.conversations.hide(ids, false)), () => {
      this.conversations.hide(ids, false)
      if (open && !this.conversations.id && !this.conversations.turns.length) void this.desk.attempt(() => this.conversations.open(open))
    })
  }

  private load() {
    return Promise.all([this.library, this.library.adding, this.conversations, this.pulls, this.workspaces].map((part) => this.desk.attempt(() => part.load())))
  }

  /** Makes a data folder anew that is damaged. */
  async mend() {
    this.status.now = await api.mend()
    showsWorkspace(this.status.now.workspaceId)
    await this.load()
  }

  /** Comes back to where the person was, unless something was done meanwhile: since as many conversations were `shown`. */
  private async comeBack(shown: number) {
    const { conversation, document, page } = await this.place.load()
    const idle = () => this.conversations.views === shown && !this.conversations.turns.length
    if (conversation && idle()) await this.conversations.open(conversation).catch(() => {}) // it may be gone
    const found = document && (await api.documents()).find(({ id, state }) => id === document && state === 'ready')
    if (found && !this.desk.reading) this.desk.openDocument(found, page)
  }

  /** Catches up with what was told while the program was gone, or with another start of it. */
  private async catchUp() {
    this.place.keep()
    this.library.countAnew()
    this.pulls.countAnew()
    await api.speak(language()).catch(() => {}) // what is loaded then says why
    this.workspaces.countAnew()
    await this.desk.attempt(() => this.status.load())
    if (this.status.now?.mendable) return
    void this.load()
    await this.conversations.refresh().catch(() => {}) // it may be gone
  }

  /** Settles all that would be done in this workspace later, before another one is shown. */
  async leave() {
    await this.desk.settle()
    this.desk.hideCard()
    this.search.rest()
    await this.place.leave()
  }

  private opened = false

  /**
   * Listens first and loads then, so that nothing told in between is lost; `ready` when all is there. Opened again after
   * another workspace was shown, it is as it was, and as it became meanwhile.
   */
  open(): { ready: Promise<unknown>; close: () => void } {
    const again = this.opened
    this.opened = true
    const shown = this.conversations.views
    const ends = [this.status.listen(), this.library.listen(), this.pulls.listen(), this.conversations.listen(), onReconnected(() => void this.catchUp()), on('restored', () => location.reload())]
    const load = async () => {
      if (!this.workspaces.spoken) await api.speak(language()).catch(() => {}) // what is loaded then says why
      this.workspaces.spoken = true
      await this.desk.attempt(() => this.status.load())
      if (!this.status.now) return
      showsWorkspace(this.status.now.workspaceId)
      if (this.status.now.mendable) return // until then there is nothing else
      const back = again ? Promise.all([this.place.load(), this.conversations.refresh()]) : this.comeBack(shown)
      await Promise.all([this.load(), back.catch(() => {})]) // else it begins anew
      if (again && this.search.open) this.search.now()
    }
    return { ready: load(), close: () => ends.forEach((end) => end()) }
  }
}

/** Does all of them, one after another; what is refused first is what is told. */
async function each(ids: string[], act: (id: string) => Promise<void>) {
  let refused: unknown
  for (const id of ids) await act(id).catch((problem: unknown) => (refused ??= problem))
  if (refused !== undefined) throw refused
}

export const provide = (lectern: Lectern) => setContext(KEY, lectern)
export const lectern = () => getContext<Lectern>(KEY)
