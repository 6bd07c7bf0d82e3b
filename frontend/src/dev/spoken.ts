// Reads the page's own sources for what they say to a person: sentences that are literal, and keys of messages. For tests.
import { parse } from 'svelte/compiler'
import type { File, Message } from '../lib/messages'

interface Node {
  type: string
  start: number
  [field: string]: unknown
}

/** A key that a source asks for, and the names that it fills; none where that can't be told. */
interface Asked {
  key: string
  names?: string[]
  at: number
}

interface Source {
  /** Literal sentences, and amounts in a language that is literal. */
  literal: { text: string; at: number }[]
  asked: Asked[]
  /** Keys that lie in data. */
  loose: { key: string; at: number }[]
  /** The names that are filled where the key comes from data. */
  filled: string[][]
  /** What is said once, when a source is run, and so not in the language that is chosen later. */
  once: { text: string; at: number }[]
}

const KEY = /^[a-z]+(?:\.[a-z0-9-]+)+$/
const LETTER = /\p{L}/u
/** Two words, a word with a capital, or one that goes on. */
const SENTENCE = /\p{L}{2}[,;:.]?\s+\p{L}|^\p{Lu}\p{Ll}|\p{L}…$/u

/** Names that are no sentences, though they look like some: each with what it is. */
const NAMES = new Set([
  'English', 'Deutsch', 'Español', 'Français', 'Italiano', '日本語', // languages, each in its own words
  'Files', // a kind of what is dragged, by the browser's name
])

/** Attributes of elements that a person reads or hears. */
const SHOWN = new Set(['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext', 'title', 'placeholder', 'alt', 'label'])
/** Attributes of components that nobody reads. */
const UNSEEN = new Set(['class', 'id', 'name', 'key', 'testid', 'width', 'align', 'fill', 'place'])
/** Fields of objects that are shown. */
const TOLD = new Set(['label', 'title', 'hint', 'help', 'placeholder', 'word', 'why', 'text', 'what'])
/** Functions that are given no sentences. */
const TECHNICAL = new Set([
  'querySelector', 'querySelectorAll', 'closest', 'matches', 'matchMedia', 'getPropertyValue', 'setProperty', 'addEventListener', 'hear', 'get', 'startsWith', 'createElement', 'getModifierState',
])
const SAYS = new Set(['say', 'parts', 'nth'])
/** What else follows the language. */
const ASKS = new Set(['number', 'language', 'locale', 'byName'])
/** What is run when it is needed, and anew when something that it read has changed. */
const LATER = /^(?:Fragment|FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/
const DERIVED = /^\$(?:derived|effect)$/
const COMPARED = new Set(['===', '!==', '==', '!=', 'in'])
/** Functions that write amounts and dates, or sort, in a language. */
const WRITES = /^(?:toLocale\w*|localeCompare|DateTimeFormat|NumberFormat|PluralRules|ListFormat|DisplayNames|Collator|RelativeTimeFormat)$/

const isNode = (x: unknown): x is Node => typeof x === 'object' && x !== null && typeof (x as Node).type === 'string'
const nodes = (x: unknown): Node[] => (Array.isArray(x) ? x.filter(isNode) : isNode(x) ? [x] : [])
const isText = ({ type, value }: Node) => type === 'Literal' && typeof value === 'string'
const nameOf = (callee: unknown): string => (isNode(callee) ? String(callee.type === 'MemberExpression' ? (callee.property as Node).name : callee.name) : '')

class Reader {
  readonly found: Source = { literal: [], asked: [], loose: [], filled: [], once: [] }
  private readonly constants = new Map<string, Node>()

  /** How many functions deep it is; what is drawn counts as one, as it is drawn anew. */
  private depth = 0

  constructor(root: Node) {
    this.collect(root)
    this.visit(root, false)
  }

  /** Objects by the name of their constant, for `say(key, args)`. */
  private collect(node: Node) {
    if (node.type === 'VariableDeclarator' && isNode(node.init)) this.constants.set(nameOf(node.id), node.init)
    for (const child of children(node)) this.collect(child)
  }

  /** `seen` is a value that comes to be read as it is. */
  private visit(node: Node, seen: boolean): void {
    const later = LATER.test(node.type) || (node.type === 'CallExpression' && DERIVED.test(nameOf((node.callee as Node).type === 'MemberExpression' ? (node.callee as Node).object : node.callee)))
    if (later) this.depth++
    this.read(node, seen)
    if (later) this.depth--
  }

  private read(node: Node, seen: boolean): void {
    switch (node.type) {
      case 'Comment': case 'ImportDeclaration': case 'ExportAllDeclaration': return
      case 'Text': return this.text(String(node.data), node.start, true)
      case 'Literal': return isText(node) ? this.text(String(node.value), node.start, seen) : undefined
      case 'TemplateElement': return this.text((node.value as { cooked: string }).cooked, node.start, seen)
      case 'ExpressionTag': return this.visit(node.expression as Node, true)
      case 'Component': return this.component(node)
      case 'CallExpression': case 'NewExpression': return this.call(node)
      case 'StyleDirective': return this.attribute(node, false)
      case 'Attribute': return this.attribute(node, SHOWN.has(String(node.name)))
      case 'Property': return nameOf(node.key) === 'class' ? undefined : this.each(node.computed ? [node.key, node.value] : node.value, seen || TOLD.has(nameOf(node.key)))
      case 'PropertyDefinition': return this.each(node.value, false)
      case 'MemberExpression': return this.each(node.object, false)
      case 'SwitchCase': return this.each(node.consequent, false)
      case 'ConditionalExpression': this.each(node.test, false); return this.each([node.consequent, node.alternate], seen)
      case 'BinaryExpression': if (COMPARED.has(String(node.operator))) return this.each(nodes([node.left, node.right]).filter((side) => !isText(side)), false); break
      case 'ArrowFunctionExpression': case 'FunctionExpression': seen = false; break
      case 'TSAsExpression': case 'TSSatisfiesExpression': case 'TSNonNullExpression': return this.each(node.expression, seen)
    }
    if (!node.type.startsWith('TS') || node.type === 'TSParameterProperty') for (const child of children(node)) this.visit(child, seen)
  }

  private each(what: unknown, seen: boolean) {
    for (const node of nodes(what)) this.visit(node, seen)
  }

  private text(text: string, at: number, seen: boolean) {
    if (KEY.test(text)) this.found.loose.push({ key: text, at })
    else if (!NAMES.has(text) && (seen ? LETTER : SENTENCE).test(text.replace(/<[^>]*>?/g, ''))) this.found.literal.push({ text, at })
  }

  private attribute({ value }: Node, seen: boolean) {
    for (const part of nodes(value)) {
      if (part.type === 'Text') { if (seen) this.text(String(part.data), part.start, true) }
      else this.visit(part.expression as Node, seen)
    }
  }

  private call(node: Node): void {
    const args = nodes(node.arguments)
    const name = nameOf(node.callee)
    this.each(node.callee, false)
    if (!this.depth && (SAYS.has(name) || ASKS.has(name)) && (node.callee as Node).type === 'Identifier') this.found.once.push({ text: isText(args[0] ?? node) ? String(args[0].value) : name, at: node.start })
    if (SAYS.has(name) && (node.callee as Node).type === 'Identifier') {
      const [key, given] = args
      this.each(given, false)
      if (key) this.ask(key, name === 'nth' ? ['n'] : given ? this.names(given) : [])
      return
    }
    if (WRITES.test(name)) for (const arg of args.flatMap((one) => (one.type === 'ArrayExpression' ? nodes(one.elements) : [one]))) if (isText(arg)) this.found.literal.push({ text: String(arg.value), at: arg.start })
    this.each(TECHNICAL.has(name) ? args.filter((arg) => !isText(arg)) : args, false)
  }

  /** <Said> is filled by its args and its snippets. */
  private component(node: Node) {
    const attributes = nodes(node.attributes)
    const value = (name: string) => attributes.filter((one) => one.name === name).flatMap((one) => nodes(one.value))[0]
    const key = node.name === 'Said' ? value('key') : undefined
    if (key) {
      const args = value('args')
      const others = attributes.map(({ name }) => String(name)).filter((name) => name !== 'key' && name !== 'args')
      const given = args ? this.names(args.expression as Node) : []
      this.ask(key.type === 'Text' ? { ...key, type: 'Literal', value: key.data } : (key.expression as Node), given && [...given, ...others])
    }
    for (const one of attributes) {
      if (one.type !== 'Attribute') this.visit(one, false)
      else if (!key || one.name !== 'key') this.attribute(one, !UNSEEN.has(String(one.name)))
    }
    this.each(node.fragment, false)
  }

  private ask(key: Node, names: string[] | undefined) {
    if (key.type === 'ConditionalExpression') {
      this.each(key.test, false)
      for (const one of nodes([key.consequent, key.alternate])) this.ask(one, names)
    } else if (isText(key)) this.found.asked.push({ key: String(key.value), names, at: key.start })
    else {
      this.each(key, false)
      if (names) this.found.filled.push(names)
    }
  }

  /** The names that an object has; undefined where that can't be told. */
  private names(node: Node): string[] | undefined {
    switch (node.type) {
      case 'ObjectExpression': {
        const all = nodes(node.properties).map((one) => (one.type === 'SpreadElement' ? this.names(one.argument as Node) : [nameOf(one.key)]))
        return all.every((names) => names !== undefined) ? all.flat() : undefined
      }
      case 'Identifier': { const constant = this.constants.get(String(node.name)); return constant && this.names(constant) }
      case 'CallExpression': return nameOf(node.callee) === '$derived' ? this.names(nodes(node.arguments)[0]) : undefined
      case 'ConditionalExpression': return this.names(node.consequent as Node)
    }
    return undefined
  }
}

function children(node: Node): Node[] {
  return Object.entries(node).filter(([field]) => field !== 'metadata' && field !== 'css').flatMap(([, value]) => nodes(value))
}

const SCRIPT = '<script lang="ts">'
const known = new Map<string, Source>()

/** Each is read once: it takes a second for all of them. */
function read(path: string, source: string): Source {
  const whole = path.endsWith('.svelte') ? source : `${SCRIPT}${source}</script>`
  const found = known.get(whole) ?? new Reader(parse(whole, { modern: true }) as unknown as Node).found
  known.set(whole, found)
  return found
}

const placeIn = (path: string, source: string, at: number) => `${path}:${source.slice(0, at - (path.endsWith('.svelte') ? 0 : SCRIPT.length)).split('\n').length}`

const forms = (message: Message) => (typeof message === 'string' ? [message] : Object.values(message).filter((form) => form !== undefined))

/** The names in braces of a message, in any of its forms. */
export const namesIn = (message: Message) => [...new Set(forms(message).flatMap((form) => [...form.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)))].sort()

/** What is wrong with how sources, by their paths, say things in the messages of a file. */
export function faults(sources: Record<string, string>, messages: File): string[] {
  const out: string[] = []
  const used = new Set<string>()
  for (const [path, source] of Object.entries(sources)) {
    const { literal, asked, loose, filled } = read(path, source)
    const place = (at: number) => placeIn(path, source, at)
    for (const { text, at } of literal) out.push(`${place(at)}: ${JSON.stringify(text)} is no message`)
    for (const { key, names, at } of asked) {
      used.add(key)
      const wanted = messages[key] && namesIn(messages[key])
      if (!wanted) out.push(`${place(at)}: ${key} is no key`)
      else if (!names) out.push(`${place(at)}: what fills ${key} can't be told`)
      else {
        for (const name of wanted) if (!names.includes(name)) out.push(`${place(at)}: ${key} lacks {${name}}`)
        for (const name of names) if (name !== 'n' && !wanted.includes(name)) out.push(`${place(at)}: ${key} has no {${name}}`)
      }
    }
    for (const { key, at } of loose) {
      if (!Object.hasOwn(messages, key)) continue // it is something else
      used.add(key)
      const wanted = namesIn(messages[key])
      if (wanted.length && !filled.some((names) => wanted.every((name) => names.includes(name)))) out.push(`${place(at)}: nothing fills ${key}`)
    }
  }
  for (const key of Object.keys(messages)) if (!used.has(key)) out.push(`${key} is said nowhere`)
  return out
}

/** What sources say once, so that it stays in the language that was spoken then. */
export const saidOnce = (sources: Record<string, string>): string[] =>
  Object.entries(sources).flatMap(([path, source]) => read(path, source).once.map(({ text, at }) => `${placeIn(path, source, at)}: ${text} is said once`))

/** A message that is the same in English, though it has words. What is pressed and what is measured may be. */
const SAME = /^(?:keys|amount)\./
const KANA_OR_KANJI = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const words = (text: string) => text.replace(/\{\w+\}/g, '').match(/\p{L}+/gu) ?? []

/** Whether the forms of a message, other than those for a number alone, are not those of the language's plural categories. Ordinals are what has a few in English. */
function miscounts(message: Message, english: Message, code: string): boolean {
  if (typeof message === 'string') return false
  const type = typeof english !== 'string' && english.few ? 'ordinal' : 'cardinal'
  const categories = new Intl.PluralRules(code, { type }).resolvedOptions().pluralCategories
  return Object.keys(message).filter((form) => !form.startsWith('=')).sort().join() !== categories.sort().join()
}

/** What a language, by its code, lacks, or says otherwise than English does. */
export function lacks(language: File, english: File, code: string): string[] {
  const out: string[] = []
  for (const [key, message] of Object.entries(english)) {
    const own = language[key]
    if (own === undefined) out.push(`${key} is missing`)
    else if (!forms(own).every(Boolean) || (typeof own !== 'string' && !own.other)) out.push(`${key} has no text`)
    else if (namesIn(own).join() !== namesIn(message).join()) out.push(`${key} fills ${namesIn(own)}, in English ${namesIn(message)}`)
    else if (miscounts(own, message, code)) out.push(`${key} doesn't count as the language does`)
    else if (code !== 'en' && !SAME.test(key)) {
      const others = forms(message)
      for (const form of forms(own)) if (words(form).length > 1 && (others.includes(form) || (code === 'ja' && !KANA_OR_KANJI.test(form)))) out.push(`${key} is in English`)
    }
  }
  for (const key of Object.keys(language)) if (!Object.hasOwn(english, key)) out.push(`${key} is no message in English`)
  return out
}
