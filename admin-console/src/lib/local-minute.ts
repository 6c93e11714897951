/** What a `datetime-local` field shows: the minute in this browser's own time zone. */
export function localMinute(at: string | null | undefined): string {
  if (!at) return ''
  const moment = new Date(at)
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** The instant that a `datetime-local` field means; the old one where its minute was not touched. */
export function instantOf(local: string, before?: string | null): string | null {
  if (local === '') return null
  if (before && local === localMinute(before)) return before
  return new Date(local).toISOString()
}
