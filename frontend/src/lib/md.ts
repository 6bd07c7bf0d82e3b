// Markdown that a model wrote, made safe to show. Raw HTML is shown as text, links carry no href,
// images become a word, and what is left passes an allow-list before it reaches the page.
import DOMPurify from 'dompurify'
import { Marked, type RendererThis, type Token, type TokenizerAndRendererExtension, type Tokens } from 'marked'
import remend from 'remend'
import { say } from './messages'
import { fillCode, fillMath } from './typeset'

const escaped = (text: string) => text.replace(/[&<>"'`]/g, (sign) => `&#${sign.charCodeAt(0)};`)

interface Math extends Tokens.Generic {
  tex: string
  display: boolean
  open: boolean
}

const before = (pattern: RegExp) => (src: string) => {
  const at = src.search(pattern)
  return at < 0 ? undefined : at
}

/** "$5 million and $6" is money, not a formula. */
function isMath(tex: string, after: string): boolean {
  if (/^\s|\s$/.test(tex) || /^\d/.test(after)) return false
  return !/^[\d.,]+\s/.test(tex) || /[\\^_={}+<>]/.test(tex)
}

/** "\[3\]" and "\[see table 3\]" are brackets that were escaped, not formulas. */
function isBracketMath(tex: string): boolean {
  return /[\\^_={}+<>|]/.test(tex.replace(/\\[^a-zA-Z]/g, ''))
}

const mathBlock: TokenizerAndRendererExtension = {
  name: 'mathBlock',
  level: 'block',
  start: before(/\n(?:\$\$|\\\[)/), // within a line it belongs to its paragraph
  tokenizer(src) {
    const hit = /^(?:\$\$((?:(?!\$\$)[\s\S])*)(\$\$|$)|\\\[((?:(?!\\\]|\n[ \t]*\n)[\s\S])*)(\\\]|$))[ \t]*(?:\n+|$)/.exec(src)
    const tex = (hit?.[1] ?? hit?.[3] ?? '').trim()
    if (!hit || !tex || (hit[3] !== undefined && !isBracketMath(tex))) return undefined
    return { type: 'mathBlock', raw: hit[0], tex, display: true, open: !(hit[2] || hit[4]) }
  },
  renderer: (token) => mathHTML(token as Math),
}

const mathInline: TokenizerAndRendererExtension = {
  name: 'mathInline',
  level: 'inline',
  start: before(/\$|\\\(|\\\[/),
  tokenizer(src) {
    const tex = /^\\\(([\s\S]+?)\\\)/.exec(src) ?? /^\\\[([\s\S]+?)\\\]/.exec(src) ?? /^\$\$([^$\n]+)\$\$/.exec(src)
    if (tex?.[0].startsWith('\\[') && !isBracketMath(tex[1])) return undefined
    if (tex) return { type: 'mathInline', raw: tex[0], tex: tex[1].trim(), display: !tex[0].startsWith('\\('), open: false }
    const money = /^\$((?:\\.|[^$\\\n])+?)\$/.exec(src)
    if (!money || !isMath(money[1], src.slice(money[0].length))) return undefined
    return { type: 'mathInline', raw: money[0], tex: money[1], display: false, open: false }
  },
  renderer: (token) => mathHTML(token as Math),
}

function mathHTML({ tex, display, open }: Math): string {
  const tag = display ? 'div' : 'span'
  const flags = (display ? ' data-display="1"' : '') + (open ? ' data-open="1"' : '')
  // A block element inside a paragraph would split it: only the class makes it one.
  return display && !open ? `<span class="math display" data-tex="${escaped(tex)}"${flags}></span>` : `<${tag} class="math" data-tex="${escaped(tex)}"${flags}></${tag}>`
}

const citation: TokenizerAndRendererExtension = {
  name: 'citation',
  level: 'inline',
  start: before(/\[\d/),
  tokenizer(src) {
    const hit = /^\[(\d{1,3})\](?!\()/.exec(src)
    return hit ? { type: 'citation', raw: hit[0], n: hit[1] } : undefined
  },
  renderer: (token) => `<span class="cite" data-n="${token.n}"></span>`,
}

function webAddress(href: string): string | undefined {
  try {
    const url = new URL(href)
    return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : undefined
  } catch {
    return undefined
  }
}

const marked = new Marked({ gfm: true })
marked.use({
  extensions: [mathBlock, mathInline, citation],
  tokenizer: { def: () => undefined },
  renderer: {
    html: (token) => escaped(token.raw),
    image: (token) => `<span class="unloaded">${escaped(token.text ? say('answer.image-of', { what: token.text }) : say('answer.image'))}</span>`,
    checkbox: (token) => (token.checked ? '☑ ' : '☐ '),
    code: (token) => `<pre><code data-lang="${escaped(token.lang ?? '')}">${escaped(token.text)}</code></pre>\n`,
    heading(this: RendererThis, token) {
      const level = Math.min(6, token.depth + 2) // the page's title and the question come above
      return `<h${level}>${this.parser.parseInline(token.tokens)}</h${level}>\n`
    },
    link(this: RendererThis, token) {
      const inner = this.parser.parseInline(token.tokens)
      const href = webAddress(token.href)
      return href ? `<a data-href="${escaped(href)}" role="link" tabindex="0">${inner}</a>` : inner
    },
  },
})

export const lexer = (text: string): Token[] => marked.lexer(text)

const ALLOWED = {
  ALLOWED_TAGS: [
    'p', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'em', 'strong', 'del', 'br', 'hr',
    'table', 'thead', 'tbody', 'tr', 'th', 'td', 'span', 'div', 'a',
  ],
  ALLOWED_ATTR: ['class', 'data-n', 'data-tex', 'data-display', 'data-open', 'data-href', 'data-lang', 'role', 'tabindex', 'start', 'align'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM_FRAGMENT: true as const,
}

/** Says which numbers stand for something, and whether that is on a doubtful page. */
export type Cited = (n: number) => boolean | 'doubtful'

/** One block of markdown as nodes. `open` marks text that still grows. */
export function rendered(raw: string, open: boolean, cited: Cited): DocumentFragment {
  const text = open ? remend(raw.replace(/\[\d{0,3}$/, ''), { katex: false, inlineKatex: false, linkMode: 'text-only' }) : raw
  const fragment = DOMPurify.sanitize(marked.parse(text, { async: false }), ALLOWED)
  for (const span of fragment.querySelectorAll<HTMLElement>('span.cite')) placeChip(span, cited)
  for (const node of fragment.querySelectorAll<HTMLElement>('.math')) fillMath(node)
  if (!open) for (const node of fragment.querySelectorAll<HTMLElement>('pre > code')) fillCode(node)
  for (const table of fragment.querySelectorAll('table')) {
    const frame = document.createElement('div')
    frame.className = 'table'
    table.replaceWith(frame)
    frame.append(table)
  }
  return fragment
}

/** A number sits on the word that it closes: no line begins with it. */
function placeChip(span: HTMLElement, cited: Cited) {
  const made = chip(Number(span.dataset.n), cited)
  if (made instanceof HTMLElement && span.previousSibling instanceof Text) {
    const blank = span.previousSibling
    blank.data = blank.data.trimEnd()
    if (!blank.data) blank.remove()
  }
  const before = span.previousSibling
  if (before instanceof HTMLElement && before.className === 'keep') {
    before.append(made)
    span.remove()
    return holdStop(before)
  }
  const keep = document.createElement('span')
  keep.className = 'keep'
  const word = before instanceof Text ? (LAST_WORD.exec(before.data)?.[0] ?? '') : ''
  if (word) keep.append((before as Text).splitText((before as Text).length - word.length))
  else if (before) keep.append('\u2060')
  keep.append(made)
  span.replaceWith(keep)
  holdStop(keep)
}

/** A full stop stays with the number before it. */
function holdStop(keep: HTMLElement) {
  const after = keep.nextSibling
  const stop = after instanceof Text ? (STOPS.exec(after.data)?.[0] ?? '') : ''
  if (!stop) return
  ;(after as Text).splitText(stop.length)
  keep.append(after!)
}

/** What a number stays with: the word before it, as far as a line holds it; a sign where words aren't parted by blanks. */
const LAST_WORD = /(?:[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー。、]|[^\s\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー。、]{1,24})$/u
/** What begins no line. */
const STOPS = /^[.,;:!?)\]。、，．！？：；）」』】]+/

function chip(n: number, cited: Cited): Node {
  const found = cited(n)
  if (!found) return document.createTextNode(`[${n}]`)
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'chip'
  button.dataset.testid = 'citation-chip'
  button.dataset.n = String(n)
  button.textContent = String(n)
  button.setAttribute('aria-label', say('citation.name', { number: n }))
  if (found === 'doubtful') {
    button.classList.add('doubtful')
    button.setAttribute('aria-label', say('citation.name-doubtful', { number: n }))
  }
  return button
}
