import { setClipboard } from './api'
import { say } from './messages'

/** Copies text; webviews without clipboard rights get the window's way, and then the old one. */
export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    if (await setClipboard(text).catch(() => false)) return
    const field = document.createElement('textarea')
    field.value = text
    field.className = 'unseen'
    const focused = document.activeElement
    document.body.append(field)
    field.select()
    const copied = document.execCommand('copy')
    field.remove()
    if (focused instanceof HTMLElement) focused.focus()
    if (!copied) throw new Error(say('copy.failed'))
  }
}

/** Copies a table as text and as HTML: a program takes what it knows. Where a webview takes no HTML it is text alone. */
export async function copyTable(text: string, html: string): Promise<void> {
  try {
    const parts = { 'text/plain': text, 'text/html': html }
    await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(Object.entries(parts).map(([type, part]) => [type, new Blob([part], { type })])))])
  } catch {
    await copy(text)
  }
}
