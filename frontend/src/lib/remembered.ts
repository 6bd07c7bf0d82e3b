// What the page keeps for the next time, where the webview lets it.

export function remembered(key: string): string {
  try {
    return localStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

/** Keeps a text, or nothing. */
export function remember(key: string, text: string) {
  try {
    if (text) localStorage.setItem(key, text)
    else localStorage.removeItem(key)
  } catch {
    // Then it is as usual the next time.
  }
}
