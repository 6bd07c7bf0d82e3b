// Keeps the webview on its page. Nothing that is shown may navigate, submit or take a dropped file:
// WebKitGTK would open a dropped PDF in place of the program.
export function guardPage() {
  const stop = (event: Event) => event.preventDefault()
  document.addEventListener('submit', stop, true)
  for (const kind of ['click', 'auxclick']) {
    document.addEventListener(kind, (event) => {
      if (event.target instanceof Element && event.target.closest('a[href], area[href], form[action]')) stop(event)
    }, true)
  }
  for (const kind of ['dragenter', 'dragover', 'drop']) window.addEventListener(kind, stop, true)
}

/** With LANG=C a webview names the language "C", and every Intl constructor throws on that. */
export function mendLanguage() {
  try {
    new Intl.Locale(navigator.language)
  } catch {
    Object.defineProperty(navigator, 'language', { configurable: true, get: () => 'en-US' })
    Object.defineProperty(navigator, 'languages', { configurable: true, get: () => ['en-US', 'en'] })
  }
}
