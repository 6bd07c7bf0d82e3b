// Amounts as people write them: bytes, shares, times.
import { byLocale, number, say } from './messages'

const oneDigit = (n: number) => number(n, { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** Bytes: "12 KB", "3.4 MB". */
export function size(bytes: number): string {
  if (bytes < 1e6) return say('amount.kilobytes', { n: Math.max(1, Math.floor(bytes / 1e3)) })
  return bytes < 1e9 ? say('amount.megabytes', { n: oneDigit(bytes / 1e6) }) : say('amount.gigabytes', { n: oneDigit(bytes / 1e9) })
}

/** A share: "82 %". */
export const percent = (share: number) => say('amount.percent', { n: Math.round(share * 100) })

/** A time that was taken: "0.4 s", "1 min 5 s". */
export function seconds(millis: number): string {
  if (millis < 10) return say('amount.less-seconds', { n: 0.01 })
  if (millis < 950) return say('amount.seconds', { n: Math.round(millis / 10) / 100 })
  if (millis < 59_950) return say('amount.seconds', { n: oneDigit(millis / 1000) })
  const whole = Math.round(millis / 1000)
  return say('amount.minutes-seconds', { minutes: Math.floor(whole / 60), seconds: whole % 60 })
}

/** How far something is, as a clock tells it: "0:41", "12:05". */
export const clock = (millis: number) => `${Math.floor(millis / 60_000)}:${String(Math.floor(millis / 1000) % 60).padStart(2, '0')}`

const times = byLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }))
const days = byLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }))

const at = (form: Intl.DateTimeFormat, time: string) => {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? '' : form.format(date)
}

/** A time of RFC 3339 as a person reads it, "2 May 2025, 12:10"; what is no time is empty. */
export const when = (time: string) => at(times(), time)

/** Its day alone. */
export const day = (time: string) => at(days(), time)
