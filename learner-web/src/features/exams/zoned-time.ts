/** Where this browser is. */
export const myZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** `Tuesday, 3 November 2026 at 09:00`, in a zone. */
export function formatMoment(iso: string, timeZone: string): string {
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone }).format(new Date(iso))
  return `${day} at ${formatHour(iso, timeZone)}`
}

/** `3 Nov, 09:00`, in a zone. */
export function formatShort(iso: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  }).format(new Date(iso))
}

/** `09:00`, in a zone. */
export function formatHour(iso: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone }).format(new Date(iso))
}

/** `2026-11-03`: the date that a moment has in a zone. */
export function dateIn(timeZone: string, at: number | string): string {
  return new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone }).format(new Date(at))
}
