/** Former zone names that runtimes still list, mapped to their current names in the time zone database. */
const MODERN: Record<string, string> = {
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
  ...Object.fromEntries(['Etc/UTC', 'Etc/GMT', 'Etc/UCT', 'Etc/Zulu', 'GMT', 'UCT', 'Zulu'].map((old) => [old, 'UTC'])),
}

export const modernZone = (name: string): string => MODERN[name] ?? name

/** Current name of a zone in any spelling; undefined if unknown. Offsets such as +02:00 are rejected because they have no daylight-saving rules. */
export function findTimeZone(name: string): string | undefined {
  if (!/^[A-Za-z]/.test(name)) return undefined
  try {
    return modernZone(new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return undefined
  }
}

/** Canonical form of a language tag; undefined if invalid. */
export function findLocale(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0]
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return undefined
  }
}

/** Date formatter for a zone. Falls back to UTC if the browser does not know the zone. */
export function zonedFormat(timeZone: string, options: Intl.DateTimeFormatOptions, locale = 'en-GB') {
  try {
    return new Intl.DateTimeFormat(locale, { ...options, timeZone })
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  }
}

/** Date of an instant in a time zone: `2026-11-03`. By its parts, because WebKit writes the short date of en-CA as `3/11/26`. */
export function dateIn(timeZone: string, at: Date | number | string): string {
  const format = zonedFormat(timeZone, { year: 'numeric', month: '2-digit', day: '2-digit' })
  const parts = Object.fromEntries(format.formatToParts(new Date(at)).map(({ type, value }) => [type, value]))
  return `${parts.year}-${parts.month}-${parts.day}`
}
