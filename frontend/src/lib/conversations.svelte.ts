// The list of conversations and the one that is open. Go owns the truth: a turn here is what its
// events made of it.
import { api, on } from './api'
import { say } from './messages'
import { RunLog } from './runlog'
import { applied, newTurn, NO_WISHES } from './turn'
import type { ConversationInfo, Filter, Mend, Mode, Reading, Reply, RunEvent, Turn, Wishes, Workflow } from './types'

/** The page is written once a frame at most, and less often when a write is slow. */
const FRAME_MILLIS = 33
const SLOW_FRAME_MILLIS = 100

export class ConversationsState {
  all = $state.raw<ConversationInfo[]>([])
  /** Those that are deleted unless that is taken back. */
  private leaving = $state.raw(new Set<string>())
  readonly list = $derived(this.leaving.size ? this.all.filter(({ id }) => !this.leaving.has(id)) : this.all)
  /** Empty while a new conversation has no question yet. */
  id = $state('')
  turns = $state.raw<Turn[]>([])
  opening = $state(false)
  /** Grows when there is something at the end that should be looked at. */
  news = $state(0)
  /** The run that is to be looked at then; empty: the last. */
  aim = ''

  readonly title = $derived(this.list.find((info) => info.id === this.id)?.title ?? (this.id ? this.turns[0]?.question : '') ?? '')
  readonly running = $derived(this.turns.findLast((turn) => turn.status === 'running'))
  /** An answer is being written in this conversation, perhaps in a branch that is not shown. */
  readonly busy = $derived(!!this.running || !!this.list.find((info) => info.id === this.id)?.running)
  /** Why nothing can be asked now; empty if it can. */
  readonly waits = $derived.by(() => (this.gone() ? say('gone.waits') : this.busy ? say('chat.busy') : ''))

  /** `gone`: the program behind the page is; `settle` does what could still be taken back. */
  constructor(
    private readonly gone = () => false,
    private readonly settle: () => Promise<unknown> | undefined = () => undefined,
  ) {}

  private logs = new Map<string, RunLog>()
  private pending: RunEvent[] = []
  private timer: ReturnType<typeof setTimeout> | undefined
  private pause = FRAME_MILLIS
  private loads = 0
  /** Grows when other turns are wanted: what was fetched for earlier ones is too late then. */
  views = 0

  listen() {
    const ends = [on('run', (event) => this.logs.get(event.run)?.push(event)), on('conversations', () => void this.load().catch(() => {}))]
    return () => {
      ends.forEach((end) => end())
      this.leave()
    }
  }

  async load() {
    const mine = ++this.loads
    const list = await api.conversations()
    if (mine === this.loads) this.all = list // else a later one knows better
  }

  startNew() {
    this.leave()
    this.id = ''
    this.turns = []
  }

  async open(id: string) {
    if (id === this.id && this.turns.length) return
    this.leave()
    const mine = this.views
    this.id = id
    this.turns = []
    this.opening = true
    try {
      const { turns } = await api.conversation(id)
      if (mine !== this.views) return // another one was opened meanwhile
      this.show(turns)
      this.news++
    } catch (problem) {
      if (mine === this.views) this.startNew()
      throw problem
    } finally {
      this.opening = false
    }
  }

  /** Opens a conversation at one of its runs, in the branch that it is in. */
  async openAt(id: string, run: string) {
    await this.open(id)
    if (this.id !== id) return // another one was opened meanwhile
    if (!this.turns.some((turn) => turn.run === run)) await this.showBranch(run)
    if (this.id !== id) return
    this.aim = run
    this.news++
  }

  /** Shows the open one as Go has it now. */
  async refresh() {
    const mine = this.views
    if (!this.id) return
    const { turns } = await api.conversation(this.id)
    if (mine === this.views) this.show(turns)
  }

  /** Asks below what is shown, or `instead` of a run: then what stood at its place and below stays in a branch of its own. */
  async ask(text: string, how: Partial<Wishes> & { workflow?: Workflow; mode: Mode; files?: string[]; filters?: Filter[]; off?: Filter[]; dropped?: Reading['as'][]; model?: string; instead?: string }) {
    const { workflow = 'chat', mode, files = [], filters = [], off = [], dropped = [], model = '', instead = '' } = how
    const { folder, language, numbers } = { ...NO_WISHES, ...how }
    const owed = this.settle() // what was removed is not asked any more
    if (owed) await owed
    const asked = this.id
    const view = this.views
    const { run, conversation, preferred, readings } = await api.ask({ conversation: asked, text, workflow, mode, files, model, folder, filters, off, dropped, all: false, language, numbers, instead })
    if (this.id !== asked) return
    this.id = conversation
    const turn = { ...newTurn(run, text, mode, files, '', workflow, { folder, language, numbers }), filters, preferred, off, readings, dropped }
    if (instead) this.replace(instead, turn)
    else if (view !== this.views) this.replace('', turn) // another branch was chosen meanwhile
    else {
      this.turns = [...this.turns, turn]
      this.follow(turn)
    }
    this.news++
    void this.load().catch(() => {}) // the event "conversations" does it again
  }

  /** Does a run again from one of its steps, in a new branch. */
  async startOver(turn: Turn, checkpoint: number) {
    const { run: old, question, workflow, mode, files } = turn
    const asked = this.id
    const { run, preferred, readings } = await api.startOver(old, checkpoint)
    if (this.id !== asked) return
    this.replace(old, { ...newTurn(run, question, mode, files, '', workflow, turn), preferred, readings })
    this.news++
    void this.load().catch(() => {})
  }

  /** Shows the branch that a run is in. Go remembers it. */
  async showBranch(run: string) {
    const mine = ++this.views
    const { turns } = await api.showBranch(run)
    if (mine === this.views) this.show(turns)
  }

  stop = (run: string) => api.stop(run)

  async resume(turn: Turn) {
    const { run } = await api.resume(turn.run)
    const resumed: Turn = { ...turn, run, status: 'running', message: '', lastSeq: run === turn.run ? turn.lastSeq : 0 }
    this.turns = this.turns.map((one) => (one.run === turn.run ? resumed : one))
    this.follow(resumed)
  }

  /** Has the model judge the sentences of an answer that words left open. */
  async judgeAnswer(run: string) {
    const audit = await api.judgeAnswer(run)
    this.turns = this.turns.map((one) => (one.run === run ? { ...one, audit } : one))
  }

  /** Puts what the pages have in the place of a figure. */
  mend = async (run: string, { start, now }: Mend) => this.amended(run, await api.mendFigure(run, start, now))

  undoMend = async (run: string, { start }: Mend) => this.amended(run, await api.undoMend(run, start))

  private amended(run: string, event: RunEvent) {
    this.turns = this.turns.map((one) => (one.run === run ? applied(one, [event]) : one))
  }

  /** Answers a card of a turn, which then goes on. */
  async reply(turn: Turn, card: string, reply: Reply) {
    await api.reply(turn.run, card, reply)
    const going: Turn = { ...turn, status: 'running', message: '', cards: [] }
    this.turns = this.turns.map((one) => (one.run === turn.run ? going : one))
    this.follow(going)
  }

  async rename(id: string, title: string) {
    await api.renameConversation(id, title)
    this.all = this.all.map((info) => (info.id === id ? { ...info, title } : info))
  }

  async delete(id: string) {
    await api.deleteConversation(id)
    this.all = this.all.filter((info) => info.id !== id)
    if (this.id === id) this.startNew()
  }

  /** Whether a conversation is to be deleted. */
  leaves = (id: string) => this.leaving.has(id)

  /** Hides conversations that are to be deleted, or shows them again. */
  hide(ids: string[], leaving: boolean) {
    const next = new Set(this.leaving)
    for (const id of ids) leaving ? next.add(id) : next.delete(id)
    this.leaving = next
  }

  /** Puts a new run in the place of another at once, without what stood below, and then what Go has. */
  private replace(old: string, turn: Turn) {
    const at = this.turns.findIndex((one) => one.run === old)
    const { id } = this
    this.leave()
    const mine = this.views
    if (at >= 0) {
      const branches = [...this.turns[at].branches, turn.run]
      this.turns = [...this.turns.slice(0, at), { ...turn, branch: branches.length, branches }]
    }
    // Nothing is heard until then; what is told meanwhile is recorded and fetched.
    api.conversation(id).then(
      ({ turns }) => mine === this.views && this.show(turns),
      () => mine === this.views && this.follow(turn),
    )
  }

  /** Shows what Go has, and goes on with what is under way. */
  private show(turns: Turn[]) {
    this.leave()
    this.turns = turns
    for (const turn of turns) if (turn.status === 'running') this.follow(turn)
  }

  private follow(turn: Turn) {
    this.logs.get(turn.run)?.close()
    const log = new RunLog({ run: turn.run, after: turn.lastSeq, replay: api.runEvents, deliver: (events) => this.take(events) })
    this.logs.set(turn.run, log)
    void log.start()
  }

  private leave() {
    this.views++
    for (const log of this.logs.values()) log.close()
    this.logs.clear()
    this.pending = []
  }

  private take(events: RunEvent[]) {
    this.pending.push(...events)
    this.timer ??= setTimeout(() => this.write(), this.pause)
  }

  private write() {
    this.timer = undefined
    const began = performance.now()
    const byRun = grouped(this.pending)
    this.pending = []
    this.turns = this.turns.map((turn) => {
      const events = byRun.get(turn.run)
      return events ? applied(turn, events) : turn
    })
    requestAnimationFrame(() => {
      this.pause = performance.now() - began > 50 ? SLOW_FRAME_MILLIS : FRAME_MILLIS
    })
  }
}

function grouped(events: RunEvent[]): Map<string, RunEvent[]> {
  const byRun = new Map<string, RunEvent[]>()
  for (const event of events) {
    const known = byRun.get(event.run)
    if (known) known.push(event)
    else byRun.set(event.run, [event])
  }
  return byRun
}
