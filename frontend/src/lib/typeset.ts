// Formulas and code. Both engines are heavy and most answers need neither: they are fetched when
// the first formula or program comes, and until then its source is shown.
//
// `data-named` lets a formula name parts of itself (\\htmlData), which only those that the program wrote may.
import type katex from 'katex'
import type { HLJSApi } from 'highlight.js'

let math: typeof katex | undefined
let code: HLJSApi | undefined
const typeset = new Map<string, HTMLElement>()

export function fillMath(node: HTMLElement) {
  const tex = node.dataset.tex ?? ''
  node.textContent = tex
  if (node.dataset.open) return
  const draw = (engine: typeof katex) => node.replaceChildren(formula(engine, tex, !!node.dataset.display, !!node.dataset.named))
  if (math) return draw(math)
  void Promise.all([import('katex'), import('katex/dist/katex.min.css')]).then(([engine]) => {
    math = engine.default
    if (node.isConnected) draw(math)
  })
}

function formula(engine: typeof katex, tex: string, displayMode: boolean, named: boolean): Node {
  const key = (displayMode ? 'd' : 'i') + (named ? 'n' : 'p') + tex
  let made = typeset.get(key)
  if (!made) {
    made = document.createElement('span')
    try {
      engine.render(tex, made, { displayMode, throwOnError: true, trust: named && (({ command }) => command === '\\htmlData'), strict: 'ignore', maxSize: 20, maxExpand: 200 })
    } catch {
      made.className = 'tex-source' // not a formula after all: show what was written
      made.textContent = tex
    }
    if (typeset.size > 500) typeset.clear()
    typeset.set(key, made)
  }
  return made.cloneNode(true)
}

export function fillCode(node: HTMLElement) {
  const language = node.dataset.lang?.toLowerCase()
  if (!language) return
  if (code) return paint(code, node, language)
  void import('./languages').then((languages) => {
    code = languages.default
    if (node.isConnected) paint(code, node, language)
  })
}

function paint(engine: HLJSApi, node: HTMLElement, language: string) {
  if (!engine.getLanguage(language)) return
  node.innerHTML = engine.highlight(node.textContent ?? '', { language }).value // highlight.js escapes its input
}
