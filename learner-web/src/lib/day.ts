/** `12 March 2027`: the day of a fact, in UTC, so that every reader and every printed copy says the same. */
export function formatDay(iso: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(iso))
}

/** `12 Mar 2027, 14:05`, in the reader's own time. */
export function formatMoment(iso: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso))
}
