// Which command a key press means. Single letters count outside text fields only.
import { letters } from './look'
import { say } from './messages'

export type Command =
  | 'find' | 'new' | 'add' | 'composer' | 'library' | 'source' | 'settings' | 'region' | 'regionBack'
  | 'findInDocument' | 'previousCitation' | 'search' | 'nextCitation' | 'shortcuts' | 'undo' | 'escape'

const WITH_CONTROL: Record<string, Command> = {
  k: 'find', f: 'findInDocument', n: 'new', o: 'add', l: 'composer', b: 'library', '\\': 'source', ',': 'settings',
}
const ALONE: Record<string, Command> = { '[': 'previousCitation', ']': 'nextCitation', '?': 'shortcuts' }

export function command(event: KeyboardEvent): Command | undefined {
  if (event.isComposing || event.defaultPrevented) return undefined
  if (event.key === 'F6') return event.shiftKey ? 'regionBack' : 'region'
  if (event.key === 'Escape') return 'escape'
  const control = event.ctrlKey || event.metaKey
  if (control && event.shiftKey && !event.altKey && event.key.toLowerCase() === 'f') return 'search'
  if (control && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'z') return inTextField(event.target) ? undefined : 'undo' // there it is the field's own
  if (control && !event.shiftKey && !event.altKey) return WITH_CONTROL[event.key.toLowerCase()]
  // Some keyboards need AltGr for brackets, which arrives as Ctrl+Alt.
  const alone = control === event.altKey || event.getModifierState?.('AltGraph')
  return alone && letters() && !inTextField(event.target) ? ALONE[event.key] : undefined
}

function inTextField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}

const mac = /mac/i.test(navigator.platform)

/** "⌘N" on a Mac, "Ctrl N" elsewhere. */
export const withControl = (key: string) => (mac ? `⌘${key}` : say('keys.control', { key }))
export const withControlShift = (key: string) => (mac ? `⇧⌘${key}` : say('keys.control-shift', { key }))

/** What a tooltip says of something that has a key: "Library (Ctrl B)". */
export const hint = (action: string, key: string) => say('keys.hint', { action, key })
