import { modernZone, zonedFormat } from '@flagyard/api-types/contract/time-zone'

/** `America/New York`: the name of a zone, to be read. The same for a zone under its former and its present name. */
export const placeName = (timeZone: string): string => modernZone(timeZone).replaceAll('_', ' ')

/** `UTC+1`: what a zone is ahead of UTC at a moment. */
export function offsetOf(timeZone: string, iso: string): string {
  const parts = zonedFormat(timeZone, { timeZoneName: 'shortOffset' }, 'en').formatToParts(new Date(iso))
  return parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', 'UTC') ?? 'UTC'
}

/** `Europe/Berlin, UTC+1`: a zone with what it is ahead of UTC at a moment. */
export const zoneName = (timeZone: string, iso: string): string =>
  timeZone === 'UTC' ? 'UTC' : `${placeName(timeZone)}, ${offsetOf(timeZone, iso)}`

/** Every time zone that the browser knows, and in any case the current one; each place once. */
export function timeZoneOptions(current: string): { value: string; label: string }[] {
  const byName = new Map(
    ['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => [placeName(zone), modernZone(zone)]),
  )
  byName.set(placeName(current), current)
  return [...byName].sort(([a], [b]) => a.localeCompare(b)).map(([label, value]) => ({ value, label }))
}
