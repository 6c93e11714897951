import { modernZone, zonedFormat } from '@flagyard/api-types/contract/time-zone'

/** `America/New York`: display name of a zone, the same for its former and its current name. */
export const placeName = (timeZone: string): string => modernZone(timeZone).replaceAll('_', ' ')

/** `UTC+1`: offset of a zone at a given time. */
export function offsetOf(timeZone: string, iso: string): string {
  const parts = zonedFormat(timeZone, { timeZoneName: 'shortOffset' }, 'en').formatToParts(new Date(iso))
  return parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', 'UTC') ?? 'UTC'
}

/** `Europe/Berlin, UTC+1`: a zone with its offset at a given time. */
export const zoneName = (timeZone: string, iso: string): string =>
  timeZone === 'UTC' ? 'UTC' : `${placeName(timeZone)}, ${offsetOf(timeZone, iso)}`

/** Time zones known to the browser, always including the current one, without duplicate places. */
export function timeZoneOptions(current: string): { value: string; label: string }[] {
  const byName = new Map(
    ['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => [placeName(zone), modernZone(zone)]),
  )
  byName.set(placeName(current), current)
  return [...byName].sort(([a], [b]) => a.localeCompare(b)).map(([label, value]) => ({ value, label }))
}
