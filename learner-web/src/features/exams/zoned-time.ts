import { zonedFormat } from '@flagyard/api-types/contract/time-zone'

/** Where this browser is. */
export const myZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** `Tuesday, 3 November 2026 at 09:00`, in a zone. */
export function formatMoment(iso: string, timeZone: string): string {
  const day = zonedFormat(timeZone, { dateStyle: 'full' }).format(new Date(iso))
  return `${day} at ${formatHour(iso, timeZone)}`
}

/** `3 Nov, 09:00`, in a zone. */
export function formatShort(iso: string, timeZone: string): string {
  return zonedFormat(timeZone, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(iso))
}

/** `09:00`, in a zone. */
export function formatHour(iso: string, timeZone: string): string {
  return zonedFormat(timeZone, { timeStyle: 'short' }).format(new Date(iso))
}

/** `America/New York`: the name of a zone, to be read. */
export const placeName = (timeZone: string): string => timeZone.replaceAll('_', ' ')

/** `Europe/Berlin, UTC+1`: a zone with what it is ahead of UTC at a moment. */
export function zoneName(timeZone: string, iso: string): string {
  return `${placeName(timeZone)}, ${offsetOf(timeZone, iso)}`
}

/** `UTC+1` */
export function offsetOf(timeZone: string, iso: string): string {
  const parts = zonedFormat(timeZone, { timeZoneName: 'shortOffset' }, 'en').formatToParts(new Date(iso))
  return parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', 'UTC') ?? 'UTC'
}

/** `2026-11-03`: the date that a moment has in a zone. */
export function dateIn(timeZone: string, at: number | string): string {
  return zonedFormat(timeZone, { dateStyle: 'short' }, 'en-CA').format(new Date(at))
}
