import { z } from 'zod'

/** Names that zones had before, as runtimes still list them, with the names that the time zone database gives them today. */
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

/** The name that people know a zone by. */
export const modernZone = (name: string): string => MODERN[name] ?? name

/** Whether it is a zone with a name; an offset such as +02:00 does not know when clocks change. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== null
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return false
  }
}

/** The zone, or UTC where a stored or reported name is none that we know. */
export const zoneOrUtc = (name: string | undefined): string =>
  name !== undefined && isTimeZone(name) ? modernZone(name) : 'UTC'

/** A zone as people and their browsers choose it, old names included. */
export const timeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, 'This is not a time zone that we know, such as Europe/Berlin')
  .overwrite(modernZone)

/** A language tag that dates and numbers can be formatted by. */
export const locale = z.string().max(35).refine(isLocale, 'We do not know this language')

export function isLocale(name: string): boolean {
  try {
    return Intl.getCanonicalLocales(name).length === 1
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return false
  }
}
