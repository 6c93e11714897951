export {
  cloudNames,
  countOf,
  formatCount,
  formatMicros,
  formatMinutes,
  formatMoney,
  formatPrice,
  levelNames,
} from '@flagyard/ui/format'

const steps: [limit: number, seconds: number, unit: string][] = [
  [90, 1, 's'],
  [5400, 60, 'min'],
  [129_600, 3600, 'h'],
  [Number.POSITIVE_INFINITY, 86_400, 'd'],
]

/** Age of a timestamp: `40 s`, `18 min`, `6 h`, `9 d`. */
export function formatAge(since: string, now: number = Date.now()): string {
  const seconds = Math.max(0, (now - Date.parse(since)) / 1000)
  const [, size, unit] = steps.find(([limit]) => seconds < limit) ?? [0, 86_400, 'd']
  return `${Math.round(seconds / size)} ${unit}`
}

/** `3 d ago`, or `never`. */
export const formatAgo = (at: string | null): string => (at === null ? 'never' : `${formatAge(at)} ago`)

// Created once: creating a formatter takes longer than formatting a page of dates.
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' })
const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })

/** `21 Nov 2026`. */
export const formatDay = (at: string): string => day.format(new Date(at))

/** `21 Nov 2026, 08:12:40`. */
export const formatMoment = (at: string): string => moment.format(new Date(at))

/** `draft` → `Draft`. */
export const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1).replaceAll('_', ' ')

/** Filter options from a map of labels. */
export const optionsOf = <V extends string>(names: Record<V, string>): [value: V, label: string][] =>
  Object.entries(names) as [V, string][]

/** Select choices from a map of labels. */
export const choicesOf = (names: Record<string, string>) => optionsOf(names).map(([id, name]) => ({ id, name }))

/** A formatted day, or the given text for null. */
export const formatDayOr = (at: string | null, none: string): string => (at === null ? none : formatDay(at))

/** The keys, capitalised: `{ open: 'Open' }`. */
export const wordsOf = <K extends string>(keys: Record<K, unknown>) =>
  Object.fromEntries(Object.keys(keys).map((key) => [key, capitalised(key)])) as Record<K, string>
