// What the page says to a person, by key, in the person's language. messages/en.json is the whole; another language is a
// file beside it with the same keys. The form is that of backend/messages: a text with names in braces, or one for each
// plural category of the language (CLDR), chosen by the number called n, and perhaps one for a number alone, such as "=1".
import english from '../messages/en.json'
import { Changing } from './changing.svelte'

export type Key = keyof typeof english

/** What fills the names in braces. Numbers are written as the language writes amounts (1,204): a page's number or a year is given as text. */
export type Args = Record<string, string | number>

/** A message as it stands in the file. */
export type Message = string | Partial<Record<string, string>>

/** The messages of a language by key. */
export type File = Record<string, Message>

/** A part of a message: a text, or the name of what the page puts there. */
export interface Part {
  text: string
  name?: string
}

export class Messages {
  /** What Intl is asked for. English dates have the day first here: "2 May 2025". */
  readonly locale: string
  private readonly amounts: Intl.NumberFormat
  private readonly categories: Intl.PluralRules
  private readonly ordinals: Intl.PluralRules

  /** `language` is ISO 639-1; what `own` lacks is taken from `whole`, English. */
  constructor(
    readonly language: string,
    private readonly own: File,
    private readonly whole: File,
  ) {
    this.locale = language === 'en' ? 'en-GB' : language
    this.amounts = new Intl.NumberFormat(this.locale)
    this.categories = new Intl.PluralRules(this.locale)
    this.ordinals = new Intl.PluralRules(this.locale, { type: 'ordinal' })
  }

  /** A message with its names filled. A key that there isn't is the text itself, so that a person at least reads what was meant. */
  say = (key: Key, args: Args = {}): string => this.parts(key, args).map(({ text, name }) => (name === undefined ? text : `{${name}}`)).join('')

  /** A message in parts: the names that `args` don't fill are the page's to draw. What is filled in is not filled again. */
  parts = (key: Key, args: Args = {}): Part[] =>
    this.form(key, args.n, this.categories).split(/(\{\w+\})/).filter(Boolean).map((part) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1]
      if (name === undefined) return { text: part }
      return name in args ? { text: this.written(args[name]) } : { text: '', name }
    })

  /** A message whose forms are those of ordinals: "1st", "22nd", "113th". */
  nth = (key: Key, n: number): string => this.form(key, n, this.ordinals).replace('{n}', this.written(n))

  /** A number as the language writes it. */
  number = (n: number, options?: Intl.NumberFormatOptions): string => (options ? new Intl.NumberFormat(this.locale, options) : this.amounts).format(n)

  private written = (value: string | number) => (typeof value === 'number' ? this.number(value) : value)

  private form(key: Key, n: string | number | undefined, rules: Intl.PluralRules): string {
    const message = this.own[key] ?? this.whole[key] ?? key
    if (typeof message === 'string') return message
    const counted = typeof n === 'number' ? (message[`=${n}`] ?? message[rules.select(n)]) : undefined
    return counted ?? message.other ?? key
  }
}

/** The first language wanted (BCP 47) that is among `codes`, else English. */
export const firstOf = (wanted: readonly string[], codes: readonly string[]): string =>
  wanted.map((tag) => tag.split('-')[0].toLowerCase()).find((code) => codes.includes(code)) ?? 'en'

/** The messages of the first language wanted that there is a file for. Files are by language. */
export function messagesIn(wanted: readonly string[], files: Record<string, File>): Messages {
  const code = firstOf(wanted, Object.keys(files))
  return new Messages(code, files[code], files.en)
}

// English is there from the start, as whatever another language lacks is said in it. The others come when they are wanted.
const found = import.meta.glob<File>(['../messages/*.json', '!../messages/en.json'], { import: 'default' })
const others = Object.fromEntries(Object.entries(found).map(([path, load]) => [/([^/]+)\.json$/.exec(path)![1], load]))

const spoken = new Changing(new Messages('en', english, english))

// What is drawn with these follows the language, so they are asked where something is drawn, and what they say is kept nowhere.
export const say: Messages['say'] = (key, args) => spoken.now.say(key, args)
export const parts: Messages['parts'] = (key, args) => spoken.now.parts(key, args)
export const nth: Messages['nth'] = (key, n) => spoken.now.nth(key, n)
export const number: Messages['number'] = (n, options) => spoken.now.number(n, options)
/** The language of the page (ISO 639-1). */
export const language = () => spoken.now.language
/** What Intl is asked for. */
export const locale = () => spoken.now.locale

/** Gives what is made for a locale, and makes it anew only when that is another: Intl's tools are dear to make. */
export function byLocale<T>(make: (locale: string) => T): () => T {
  let of = ''
  let made: T
  return () => {
    if (of !== locale()) [of, made] = [locale(), make(locale())]
    return made
  }
}

let wanted = ''

/** Speaks the language that was chosen from now on (ISO 639-1); for "" that of the system, or of the browser. */
export async function speak(chosen: string) {
  const code = firstOf(chosen ? [chosen] : navigator.languages, ['en', ...Object.keys(others)])
  wanted = code
  const own = code === 'en' ? english : await others[code]()
  if (wanted !== code) return // another was chosen meanwhile
  if (language() !== code) spoken.now = new Messages(code, own, english)
  document.documentElement.lang = code
}
