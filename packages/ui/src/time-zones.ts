/** Zones that browsers still call by a former name, with the name that they have now. */
const PRESENT_NAMES: Record<string, string> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

/** `America/New York`: the name of a zone, to be read. The same for a zone under its former and its present name. */
export const placeName = (timeZone: string): string => (PRESENT_NAMES[timeZone] ?? timeZone).replaceAll('_', ' ')

/** `UTC+1`: what a zone is ahead of UTC at a moment. */
export function offsetOf(timeZone: string, iso: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZoneName: 'shortOffset', timeZone }).formatToParts(new Date(iso))
  return parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', 'UTC') ?? 'UTC'
}

/** `Europe/Berlin, UTC+1`: a zone with what it is ahead of UTC at a moment. */
export const zoneName = (timeZone: string, iso: string): string =>
  timeZone === 'UTC' ? 'UTC' : `${placeName(timeZone)}, ${offsetOf(timeZone, iso)}`

/** Every time zone that the browser knows, and in any case the current one; each place once. */
export function timeZoneOptions(current: string): { value: string; label: string }[] {
  const byName = new Map(['UTC', ...Intl.supportedValuesOf('timeZone'), current].map((zone) => [placeName(zone), zone]))
  return [...byName].sort(([a], [b]) => a.localeCompare(b)).map(([label, value]) => ({ value, label }))
}
