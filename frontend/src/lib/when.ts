const form = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' })

/** A time of RFC 3339 as a person reads it, "2 May 2025, 12:10"; what is no time is empty. */
export function when(time: string): string {
  const at = new Date(time)
  return Number.isNaN(at.getTime()) ? '' : form.format(at)
}

/** Its day alone. */
export function day(time: string): string {
  const at = new Date(time)
  return Number.isNaN(at.getTime()) ? '' : days.format(at)
}
