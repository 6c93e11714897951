/** Value for a `datetime-local` input, in the browser's time zone. */
export function localMinute(at: string | null | undefined): string {
  if (!at) return ''
  const moment = new Date(at)
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** Instant of a `datetime-local` value. Returns `before` if the minute is unchanged, so that seconds are not lost. */
export function instantOf(local: string, before?: string | null): string | null {
  if (local === '') return null
  if (before && local === localMinute(before)) return before
  return new Date(local).toISOString()
}
