// What the person chose, as the program keeps it. Each change is kept at once, by itself: one that is refused is told beside
// it, and holds nothing else up.
import { api, sentence } from '../lib/api'
import type { Settings } from '../lib/types'

export const GROUPS = ['general', 'models', 'answers', 'look', 'privacy', 'data'] as const
export type Group = (typeof GROUPS)[number]

export class SettingsState {
  now = $state.raw<Settings>()
  /** Why settings could not be read. */
  unread = $state('')
  /** Why a change was refused, by what was changed. */
  problems = $state.raw<Record<string, string>>({})
  /** How many changes were kept. */
  kept = $state(0)

  private last: Promise<unknown> = Promise.resolve()

  async load() {
    try {
      this.now = await api.settings()
    } catch (refused) {
      this.unread = sentence(refused)
    }
  }

  /** Changes one thing after what was changed before it. */
  change = (what: string, edit: (settings: Settings) => void): Promise<void> => {
    const change = this.last.then(() => this.keep(what, edit))
    this.last = change
    return change
  }

  /** Says that something can't be as it is typed, or no more. */
  refuse = (what: string, problem: string) => {
    this.problems = { ...this.problems, [what]: problem }
  }

  private async keep(what: string, edit: (settings: Settings) => void) {
    if (!this.now) return
    const next = structuredClone(this.now)
    edit(next)
    try {
      await api.saveSettings(next)
      this.now = next
      this.kept++
      this.refuse(what, '')
    } catch (refused) {
      this.refuse(what, sentence(refused))
    }
  }
}
