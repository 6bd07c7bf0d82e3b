// The only file that knows how the page reaches Go: window.go and window.runtime, which the window
// and the browser mode both provide.
import { say } from './messages'
import type { AddResult, Backup, CheckRequest, Item, DocumentMetadata, Look, Question, Reply, SavedBackup, SavedFile, SearchRequest, Settings, TableExport, WebSettings, WindowPlace } from './types'

export type ReportPart = 'pdf' | 'markdown' | 'folder'
export type ExportFormat = 'md' | 'html' | 'pdf'

/** What may be called, as Go says it. */
type Bound = typeof import('../wailsjs/go/main/App')

/**
 * What is told, a function for each event. Each comes with a number besides, and may come late: what was told later counts.
 * Behind that stands of which workspace it is; empty: of all.
 */
type Told = typeof import('../wailsjs/go/app/Told')
type Events = { [K in keyof Told as Uncapitalize<K>]: [...Parameters<Told[K]>, seq: number, workspace?: string] }

interface Runtime {
  EventsOn(name: string, listener: (...data: unknown[]) => void): () => void
  ClipboardSetText?(text: string): Promise<boolean>
  OnFileDrop?(listener: (x: number, y: number, paths: string[]) => void, useDropTarget: boolean): void
}

/** What browser mode has beside the runtime. */
interface Browser {
  /** Fetches from the program itself, with what shows that this page may. */
  fetch(path: string, init?: RequestInit & { headers?: Record<string, string> }): Promise<Response>
  /** Bytes of an upload. */
  upmost: number
  /** The id of the workspace that is shown: what is wanted of another is refused. */
  workspace?: string
  workspaceHeader?: string
}

declare global {
  interface Window {
    lectern?: Browser
    go?: { main: { App: Bound } }
    runtime?: Runtime
  }
}

function bound(): Bound {
  const app = window.go?.main?.App
  if (!app) throw new Error(say('program.silent'))
  return app
}

/** A rejected call gives a plain sentence; anything else is a fault of ours and is shown as it is. */
export function sentence(problem: unknown): string {
  if (typeof problem === 'string') return problem
  return problem instanceof Error ? problem.message : String(problem)
}

/** The id of the workspace that is shown; empty until it is known. */
let shown = ''

export const shownWorkspace = () => shown

/** From now on nothing is heard of another workspace. */
export function showsWorkspace(id: string) {
  shown = id
  if (window.lectern) window.lectern.workspace = id
}

export const api = {
  workspaces: async () => bound().Workspaces(),
  showWorkspace: async (id: string) => bound().ShowWorkspace(id),
  addWorkspace: async (name: string) => bound().AddWorkspace(name),
  renameWorkspace: async (id: string, name: string) => bound().RenameWorkspace(id, name),
  removeWorkspace: async (id: string) => bound().RemoveWorkspace(id),
  status: async () => bound().Status(),
  lookAgain: async () => bound().LookAgain(),
  documents: async () => bound().Documents(),
  addPaths: async (paths: string[]) => bound().AddPaths(paths),
  chooseFiles: async () => bound().ChooseFiles(),
  chooseFolder: async () => bound().ChooseFolder(),
  moveDocuments: async (ids: string[], folder: string) => bound().MoveDocuments(ids, folder),
  tagDocuments: async (ids: string[], tag: string) => bound().TagDocuments(ids, tag),
  sample: async () => bound().Sample(),
  addSample: async () => bound().AddSample(),
  adding: async () => bound().Adding(),
  pauseAdding: async (paused: boolean) => bound().PauseAdding(paused),
  addFirst: async (id: string) => bound().AddFirst(id),
  cancelAdding: async (id: string) => bound().CancelAdding(id),
  cancelAllAdding: async () => bound().CancelAllAdding(),
  unlockDocument: async (id: string, password: string) => bound().UnlockDocument(id, password),
  pulls: async () => bound().Pulls(),
  pullModel: async (model: string) => bound().PullModel(model),
  pausePull: async (model: string) => bound().PausePull(model),
  cancelPull: async (model: string) => bound().CancelPull(model),
  mend: async () => bound().Mend(),
  removeAndWipe: async (id: string) => bound().RemoveAndWipe(id),
  removeDocument: async (id: string) => bound().RemoveDocument(id),
  retryDocument: async (id: string) => bound().RetryDocument(id),
  documentDetails: async (id: string) => bound().DocumentDetails(id),
  documentLabels: async () => bound().DocumentLabels(),
  saveDocumentDetails: async (id: string, wanted: DocumentMetadata) => bound().SaveDocumentDetails(id, wanted),
  quoteRects: async (document: string, page: number, { quote, prefix = '', suffix = '' }: { quote: string; prefix?: string; suffix?: string }) => bound().QuoteRects(document, page, quote, prefix, suffix),
  findInDocument: async (document: string, words: string) => bound().FindInDocument(document, words),
  outline: async (document: string) => bound().Outline(document),
  readingReport: async (document: string) => bound().ReadingReport(document),
  readAgain: async (document: string) => bound().ReadAgain(document),
  hiddenText: async (document: string, page: number) => bound().HiddenText(document, page),
  useHidden: async (document: string, use: boolean) => bound().UseHidden(document, use),
  tables: async (document: string) => bound().Tables(document),
  pageTables: async (document: string, page: number) => bound().PageTables(document, page),
  copyAnswer: async (run: string) => bound().CopyAnswer(run),
  copyTable: async (wish: TableExport) => bound().CopyTable(wish),
  search: async (wanted: SearchRequest) => bound().Search(wanted),
  check: async (wanted: CheckRequest) => bound().Check(wanted),
  judgeAnswer: async (run: string) => bound().JudgeAnswer(run),
  mendFigure: async (run: string, start: number, now: string) => bound().MendFigure(run, start, now),
  undoMend: async (run: string, start: number) => bound().UndoMend(run, start),
  facets: async () => bound().Facets(),
  narrow: async (question: Question) => bound().Narrow(question),
  warm: async (model: string) => bound().Warm(model),
  why: async (run: string, passage: string) => bound().Why(run, passage),
  renewVectors: async () => bound().RenewVectors(),
  calibration: async () => bound().Calibration(),
  calibrate: async () => bound().Calibrate(),
  conversations: async () => bound().Conversations(),
  findMessages: async (text: string) => bound().FindMessages(text),
  conversation: async (id: string) => bound().Conversation(id),
  renameConversation: async (id: string, title: string) => bound().RenameConversation(id, title),
  deleteConversation: async (id: string) => bound().DeleteConversation(id),
  lastPlace: async () => bound().LastPlace(),
  keepPlace: async (place: WindowPlace) => bound().KeepPlace(place),
  ask: async (question: Question) => bound().Ask(question),
  stop: async (run: string) => bound().Stop(run),
  resume: async (run: string) => bound().Resume(run),
  startOver: async (run: string, checkpoint: number) => bound().StartOver(run, checkpoint),
  showBranch: async (run: string) => bound().ShowBranch(run),
  conversationsWith: async (words: string) => bound().ConversationsWith(words),
  notify: async (title: string, text: string) => bound().Notify(title, text),
  workflowGraph: async (workflow: string) => bound().WorkflowGraph(workflow),
  stepDetail: async (run: string, checkpoint: number, task: string) => bound().StepDetail(run, checkpoint, task),
  receipt: async (run: string) => bound().Receipt(run),
  receiptText: async (run: string, call: number) => bound().ReceiptText(run, call),
  reply: async (run: string, card: string, reply: Reply) => bound().Reply(run, card, reply),
  changePlan: async (run: string, items: Item[]) => bound().ChangePlan(run, items),
  runEvents: async (run: string, after: number) => bound().RunEvents(run, after),
  pageText: async (document: string, page: number) => bound().PageText(document, page),
  memories: async () => bound().Memories(),
  forget: async (run: string) => bound().Forget(run),
  forgetAll: async () => bound().ForgetAll(),
  settings: async () => bound().Settings(),
  saveSettings: async (settings: Settings) => bound().SaveSettings(settings),
  checkSearchServer: async (web: WebSettings) => bound().CheckSearchServer(web),
  saveLook: async (look: Look) => bound().SaveLook(look),
  speak: async (language: string) => bound().Speak(language),
  testAddress: async (address: string) => bound().TestAddress(address),
  dataFolder: async () => bound().DataFolder(),
  openDataFolder: async () => bound().OpenDataFolder(),
  emptyQuarantine: async () => bound().EmptyQuarantine(),
  compact: async () => bound().Compact(),
  rescue: async () => bound().Rescue(),
  chooseBackup: async () => bound().ChooseBackup(),
  dropBackup: async () => bound().DropBackup(),
  useBackup: async () => bound().UseBackup(),
  stopUpkeep: async () => bound().StopUpkeep(),
  openExternal: async (url: string) => bound().OpenExternal(url),

  /** Saves a table, all of the document's for 0, and tells where; empty if nowhere, or where the browser puts it. */
  saveTables: async (document: string, n: number, format: 'xlsx' | 'csv') => saved(await bound().SaveTables(document, n, format), `tables.${format}`),

  /** Saves the comparison of a run, likewise. */
  saveComparison: async (run: string, format: 'xlsx' | 'csv') => saved(await bound().SaveComparison(run, format), `comparison.${format}`),

  /** Saves the answer of a run, or a conversation, likewise. */
  saveExport: async (id: string, format: ExportFormat) => saved(await bound().SaveExport(id, format), `export.${format}`),

  /** Writes everything into one file, and tells where and what; a browser is told what only when it is restored. */
  async saveBackup(): Promise<SavedBackup> {
    const backup = await bound().SaveBackup()
    await saved(backup, 'backup.zip')
    return backup
  },

  /** Browser mode only: takes a backup to be checked, as the window's dialog does. */
  async uploadBackup(file: File): Promise<Backup> {
    const answer = await fetched('/api/restore', { method: 'POST', body: file })
    return answer.json()
  },

  /** Saves a picture (PNG), likewise. A browser needs nobody for that. */
  async savePicture(name: string, picture: Blob): Promise<string> {
    if (!window.lectern) return (await bound().SavePicture(name, await inBase64(picture))).path
    download(picture, `${name.replace(/[\s\\/:*?"<>|]+/g, ' ').trim()}.png`)
    return ''
  },

  /** The window opens it; in browser mode the program serves it, and the browser shows it in a tab of its own. */
  async openReport(run: string, what: ReportPart) {
    const address = await bound().OpenReport(run, what)
    // Never revoked: the tab may be loaded again, and a report is small.
    if (address) window.open(URL.createObjectURL(await (await fetched(address)).blob()), '_blank', 'noopener')
  },

  /** Browser mode only: the window's asset server cannot take a File as a body. It goes into the workspace in which it was dropped. */
  async upload(file: File, folder = '', workspace = shown): Promise<AddResult> {
    const most = window.lectern?.upmost ?? Infinity
    if (file.size > most) throw new Error(say('upload.too-large', { file: file.name, most: inWords(most) }))
    const answer = await fetched(`/api/upload?name=${encodeURIComponent(file.name)}${folder && `&folder=${encodeURIComponent(folder)}`}`, { method: 'POST', body: file, ...(workspace && { headers: { [window.lectern?.workspaceHeader ?? '']: workspace } }) })
    return answer.json()
  },
}

/** For a browser to begin with a download. */
const LONG_ENOUGH = 60_000

/** Fetches from the program itself, which in browser mode asks for more than an address. */
export const load: Browser['fetch'] = (path, init) => (window.lectern ? window.lectern.fetch(path, init) : fetch(path, init))

/** Where a file was saved; what is only told of with an address is downloaded. `name` is for one that has none. */
async function saved({ path, address }: Pick<SavedFile, 'path' | 'address'>, name: string): Promise<string> {
  if (address) {
    const file = await fetched(address)
    download(await file.blob(), fileName(file.headers.get('Content-Disposition') ?? '') || name)
  }
  return path
}

function download(file: Blob, name: string) {
  const url = URL.createObjectURL(file)
  const link = window.document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), LONG_ENOUGH)
}

const inBase64 = (file: Blob) => new Promise<string>((done, failed) => {
  const reader = new FileReader()
  reader.onload = () => done(String(reader.result).split(',')[1])
  reader.onerror = () => failed(reader.error)
  reader.readAsDataURL(file)
})

async function fetched(path: string, init?: Parameters<Browser['fetch']>[1]): Promise<Response> {
  const answer = await load(path, init)
  if (!answer.ok) throw new Error((await answer.text()).trim() || say('program.answered', { status: String(answer.status) }))
  return answer
}

/** The name that a download is to have; empty if it has none. */
export function fileName(disposition: string): string {
  const encoded = /filename\*=utf-8''([^;]+)/i.exec(disposition)?.[1]
  if (encoded) return decodeURIComponent(encoded)
  const plain = /filename=(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(disposition)
  return plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2]?.trim() ?? ''
}

/** A number of bytes. */
function inWords(bytes: number): string {
  const [MB, GB] = [2 ** 20, 2 ** 30]
  return bytes >= GB ? say('amount.gigabytes', { n: Math.floor(bytes / GB) }) : say('amount.megabytes', { n: Math.floor(bytes / MB) })
}

export type Api = typeof api

/** The window's own clipboard, which needs no press of a key just before. */
export const setClipboard = async (text: string) => (await window.runtime?.ClipboardSetText?.(text)) ?? false

/** Listens to what Go tells of the workspace that is shown; the function it returns ends that. */
export function on<K extends keyof Events>(name: K, listener: (...data: Events[K]) => void): () => void {
  return window.runtime?.EventsOn(name, (...data: unknown[]) => {
    const of = data.at(-1)
    if (typeof of !== 'string' || !of || of === shown) listener(...(data as Events[K]))
  }) ?? (() => {})
}

/** How the page stands to the program behind it: `refused`, it was started anew and doesn't know this page. */
export type Connection = 'there' | 'lost' | 'refused'

/** The program behind the page is gone, or another one. Browser mode only: the window goes with its program. */
export function onCut(listener: (how: 'lost' | 'refused') => void): () => void {
  const ends = (['lost', 'refused'] as const).map((how) => window.runtime?.EventsOn(how, () => listener(how)))
  return () => ends.forEach((end) => end?.())
}

/** The connection to the program was lost and is there again: what was told meanwhile must be fetched. Browser mode only. */
export function onReconnected(listener: () => void): () => void {
  return window.runtime?.EventsOn('reconnected', listener) ?? (() => {})
}

/** Paths dropped on the window, and on what of it. Browsers have no paths and never call this. */
export function onDroppedPaths(listener: (paths: string[], on: Element | null) => void) {
  window.runtime?.OnFileDrop?.((x, y, paths) => listener(paths.filter(Boolean), document.elementFromPoint(x, y)), false)
}
