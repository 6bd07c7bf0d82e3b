// The person's documents.
import { AddingState } from './adding.svelte'
import { percent } from './amounts'
import { api, on, sentence, shownWorkspace } from './api'
import { say } from './messages'
import { byName } from './order'
import { remember, remembered } from './remembered'
import type { AddResult, Document, Labels } from './types'

/** What a person is asked a name for: the folder that documents go to, a folder's own name, a tag. */
export interface Assigning {
  what: 'move' | 'rename' | 'tag'
  documents: Document[]
  name: string
}

const LABELS_MILLIS = 800
const FOLDED = 'lectern.folded-folders'

export class LibraryState {
  all = $state.raw<Document[]>([])
  /** Documents that are removed unless that is taken back. */
  private leaving = $state.raw(new Set<string>())
  readonly documents = $derived(this.leaving.size ? this.all.filter(({ id }) => !this.leaving.has(id)) : this.all)
  loaded = $state(false)
  /** Which of them are listed. */
  listed = $state<'all' | 'check' | 'failed'>('all')
  readonly adding: AddingState
  /** What documents can be found by beside their names, by their ids; once something has asked for it. */
  labels = $state.raw(new Map<string, Labels>())
  assigning = $state.raw<Assigning>()
  /** Folders whose documents aren't seen. */
  foldedFolders = $state.raw(new Set(remembered(FOLDED).split('\n').filter(Boolean)))
  /** Why a document could not be read again, by its id; until that is tried once more. */
  refused = $state.raw<Record<string, string>>({})
  /** What can be asked: also a file whose first pages are there while the others are read. */
  readonly askable = $derived(this.documents.filter((document) => document.state === 'ready' || document.state === 'embedding' || begun(document)))
  readonly ready = $derived(this.documents.filter((document) => document.state === 'ready' || document.state === 'embedding'))
  readonly names = $derived(this.documents.map((document) => document.name))

  /** `say` shows a sentence to the person; `gone` hears which document was removed; `settle` does what could still be taken back. */
  constructor(
    private readonly say: (text: string) => void,
    private readonly gone: (id: string) => void = () => {},
    private readonly settle: () => Promise<unknown> | undefined = () => undefined,
  ) {
    this.adding = new AddingState(say)
  }

  /** When each document was last told of. */
  private last = new Map<string, number>()

  listen() {
    const ends = [this.adding.listen(), on('documents', (all, seq) => {
      const told = all.filter(({ id }) => !((this.last.get(id) ?? 0) > seq))
      for (const { id } of told) this.last.set(id, seq)
      for (const { id, state, reason } of told) {
        const counted = state === 'duplicate' && this.adding.all.of > 1 // and told in the end
        if ((state === 'duplicate' || state === 'unchanged') && reason && !counted) this.say(reason)
        if (state === 'unchanged') this.refused = { ...this.refused, [id]: reason }
      }
      this.apply(told.filter(({ state }) => state !== 'duplicate' && state !== 'unchanged')) // the one that is there stays as it is
    })]
    return () => ends.forEach((end) => end())
  }

  /** Another start of the program counts what it tells from the beginning. */
  countAnew() {
    this.last.clear()
    this.adding.countAnew()
  }

  /** What is told while the list is on its way may be newer than the list: it is applied once more. */
  private meanwhile: Document[][] = []

  async load() {
    const mine: Document[] = []
    this.meanwhile.push(mine)
    try {
      const documents = await api.documents()
      this.all = ordered(documents)
      this.apply(mine)
      this.loaded = true
    } finally {
      this.meanwhile = this.meanwhile.filter((one) => one !== mine)
    }
  }

  /** Takes in what changed: new, moved on, or removed. */
  apply(told: Document[]) {
    for (const one of this.meanwhile) if (one !== told) one.push(...told)
    const changed = [...new Map(told.map((document) => [document.id, document])).values()] // the last word on each
    const ids = new Set(changed.map((document) => document.id))
    const kept = this.all.filter((document) => !ids.has(document.id))
    this.all = ordered([...kept, ...changed.filter((document) => document.state !== 'removed')])
    if (changed.some(({ state }) => state === 'ready')) this.labelSoon()
    for (const { id, state } of changed) if (state === 'removed') this.gone(id)
  }

  addPaths = (paths: string[]) => this.accepting(() => api.addPaths(paths))
  choose = () => this.accepting(() => api.chooseFiles())
  chooseFolder = () => this.accepting(() => api.chooseFolder())

  /** `folderOf` tells the folder that a file came with. */
  upload(files: File[], folderOf = (file: File) => file.webkitRelativePath.replace(/\/?[^/]*$/, '')) {
    const workspace = shownWorkspace() // they go there, whatever is shown by then
    return this.accepting(async () => {
      const total: AddResult = { accepted: 0, message: '' }
      const messages = new Set<string>()
      await this.adding.handing(files, async (file) => {
        try {
          const { accepted, message } = await api.upload(file, folderOf(file), workspace)
          total.accepted += accepted
          if (message) messages.add(message)
          return accepted > 0
        } catch (problem) {
          messages.add(sentence(problem))
          return false
        }
      })
      return { ...total, message: [...messages].join(' ') }
    })
  }

  /** `wipe` takes it off the disk at once, which may take a moment. */
  async remove(id: string, wipe = false) {
    await (wipe ? api.removeAndWipe(id) : api.removeDocument(id))
    this.all = this.all.filter((document) => document.id !== id)
    this.gone(id)
  }

  /** Whether a document is to be removed. */
  leaves = (id: string) => this.leaving.has(id)

  /** Hides documents that are to be removed, or shows them again. */
  hide(ids: string[], leaving: boolean) {
    const next = new Set(this.leaving)
    for (const id of ids) leaving ? next.add(id) : next.delete(id)
    this.leaving = next
  }

  retry = (id: string) => api.retryDocument(id)

  readAgain(id: string) {
    this.refused = { ...this.refused, [id]: '' }
    return api.readAgain(id)
  }

  useHidden(id: string, use: boolean) {
    this.refused = { ...this.refused, [id]: '' }
    return api.useHidden(id, use)
  }

  private labelled = false

  /** Without them names can be filtered. */
  loadLabels = () => {
    this.labelled = true
    return api.documentLabels().then((all) => { this.labels = new Map(all.map((one) => [one.id, one])) }, () => {})
  }

  private labelling: ReturnType<typeof setTimeout> | undefined

  /** What a document is about is found out when it has been read. */
  private labelSoon() {
    if (this.labelled) this.labelling ??= setTimeout(() => { this.labelling = undefined; void this.loadLabels() }, LABELS_MILLIS)
  }

  /** Asks the person for a name. */
  assign(what: Assigning['what'], documents: Document[], name = '') {
    this.assigning = { what, documents, name }
  }

  fold(folder: string) {
    const next = new Set(this.foldedFolders)
    if (!next.delete(folder)) next.add(folder)
    this.foldedFolders = next
    remember(FOLDED, [...next].join('\n'))
  }

  async move(documents: Document[], folder: string) {
    await api.moveDocuments(documents.map(({ id }) => id), folder)
    this.say(folder ? say('folder.moved', { n: documents.length, folder }) : say('folder.taken-out', { n: documents.length }))
  }

  async tag(documents: Document[], tag: string) {
    await api.tagDocuments(documents.map(({ id }) => id), tag)
    await this.loadLabels()
    this.say(say('tag.given', { n: documents.length, tag }))
  }

  private async accepting(add: () => Promise<AddResult>) {
    try {
      await this.settle() // the same file may come again
      const workspace = shownWorkspace()
      const { accepted, message } = await add()
      if (message) this.say(message)
      if (accepted && shownWorkspace() === workspace) await this.load()
    } catch (problem) {
      this.say(sentence(problem))
    }
  }
}

/** Its first pages can be asked while the others are read. */
export const begun = ({ state, firstPages }: Document) => state === 'reading' && firstPages > 0

function ordered(documents: Document[]): Document[] {
  const compare = byName()
  return [...documents].sort((a, b) => compare(a.name, b.name))
}

export interface RowState {
  look: 'file' | 'progress' | 'warn' | 'failed' | 'locked'
  /** What is seen, short; `before` is read out as well. */
  word: string
  before: string
  /** 0 to 1 while work goes on. */
  done: number
}

/** So many letters of a name and a state stand beside each other in the sidebar. */
const ROOM = 30

/** How wide a text is, in letters: capitals and digits are wider, letters of Chinese and Japanese two of them. */
const letters = (text: string) => [...text].reduce((sum, one) => sum + (/[\u1100-\uffdc]/.test(one) ? 2 : /[A-Z\d_]/.test(one) ? 1.25 : 1), 0)

/** What a state says beside a name: its word where both have room, else how far it is, or nothing; neither is cut in its midst. */
export const besideName = (name: string, { look, word, done }: RowState) =>
  look === 'failed' || letters(name) + letters(word) <= ROOM ? word : look === 'progress' && done > 0 ? percent(Math.floor(done * 100) / 100) : ''

/** A document's state in a word, never by colour alone. */
export function rowState(document: Document): RowState {
  const { state, pages, pagesRead, share, secondsLeft, keywordOnly, readingSummary, doubtful, unread } = document
  switch (state) {
    case 'queued':
      return { look: 'progress', before: '', word: say('document.queued'), done: 0 }
    case 'locked':
      return { look: 'locked', before: '', word: say('document.locked'), done: 0 }
    case 'reading':
      if (begun(document)) return { look: 'progress', before: '', word: say('document.first-pages', { n: document.firstPages }), done: share }
      return { look: 'progress', before: '', word: pages ? say('document.reading-pages', { page: pagesRead, pages }) : say('document.reading'), done: share }
    case 'embedding': {
      const word = [percent(Math.floor(share * 100) / 100), secondsLeft > 0 && timeLeft(secondsLeft)].filter(Boolean).join(' · ')
      return { look: 'progress', before: say('document.embedding'), word, done: share }
    }
    case 'failed':
      return { look: 'failed', before: '', word: say('document.failed'), done: 0 }
  }
  if (doubtful) return { look: 'warn', before: '', word: say('document.to-check', { n: doubtful }), done: 1 }
  if (unread.length && !readingSummary) return { look: 'warn', before: '', word: say('document.unread', { n: unread.length }), done: 1 }
  if (keywordOnly) return { look: 'file', before: '', word: say('document.keyword-only'), done: 1 }
  return { look: 'file', before: '', word: say('page.count', { n: pages }), done: 1 }
}

export function timeLeft(seconds: number): string {
  return seconds < 90 ? say('amount.seconds', { n: Math.ceil(seconds) }) : say('amount.minutes', { n: Math.round(seconds / 60) })
}
