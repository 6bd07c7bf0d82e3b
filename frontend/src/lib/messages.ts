// What the page says to a person, by key, in the person's language. messages/en.json is the whole; another language is a
// file beside it with the same keys. The form is that of backend/messages: a text with names in braces, or one for each
// plural category of the language (CLDR), chosen by the number called n, and perhaps one for a number alone, such as "=1".
import type english from '../messages/en.json'

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

/** The messages of the first language wanted (BCP 47) that there is a file for, else English. Files are by language. */
export function messagesIn(wanted: readonly string[], files: Record<string, File>): Messages {
  const language = wanted.map((tag) => tag.split('-')[0].toLowerCase()).find((code) => Object.hasOwn(files, code)) ?? 'en'
  return new Messages(language, files[language], files.en)
}

const found = import.meta.glob<File>('../messages/*.json', { eager: true, import: 'default' })
const files = Object.fromEntries(Object.entries(found).map(([path, file]) => [/([^/]+)\.json$/.exec(path)![1], file]))

/** In the language of the system or of the browser, as it was when the page was opened. */
export const { say, parts, nth, number, language, locale } = messagesIn(navigator.languages, files)
