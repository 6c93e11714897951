import type { Money } from '@flagyard/api-types'

const steps: [limit: number, seconds: number, unit: string][] = [
  [90, 1, 's'],
  [5400, 60, 'min'],
  [129_600, 3600, 'h'],
  [Number.POSITIVE_INFINITY, 86_400, 'd'],
]

/** How long since: `40 s`, `18 min`, `6 h`, `9 d`. */
export function formatAge(since: string, now: number = Date.now()): string {
  const seconds = Math.max(0, (now - Date.parse(since)) / 1000)
  const [, size, unit] = steps.find(([limit]) => seconds < limit) ?? [0, 86_400, 'd']
  return `${Math.round(seconds / size)} ${unit}`
}

/** `3 d ago`, or `never`. */
export const formatAgo = (at: string | null): string => (at === null ? 'never' : `${formatAge(at)} ago`)

/** `21 Nov 2026`. */
export const formatDay = (at: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' }).format(new Date(at))

/** `21 Nov 2026, 08:12:40`. */
export const formatMoment = (at: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(at))

/** `€149`, `€149.50`, `Free`. */
export function formatMoney({ amount, currency }: Money): string {
  if (amount === 0) return 'Free'
  const digits = amount % 100 === 0 ? 0 : 2
  return new Intl.NumberFormat('en', { style: 'currency', currency, minimumFractionDigits: digits }).format(
    amount / 100,
  )
}

export const formatCount = (count: number): string => new Intl.NumberFormat('en').format(count)

/** `1 account`, `31 accounts`. */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`

/** `1 h 30 min`. */
export function formatMinutes(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = Math.round(minutes % 60)
  return [hours > 0 && `${hours} h`, (rest > 0 || hours === 0) && `${rest} min`].filter(Boolean).join(' ')
}

export const cloudNames = { aws: 'AWS', azure: 'Azure', gcp: 'Google Cloud' } as const
export const levelNames = { beginner: 'Beginner', intermediate: 'Intermediate', advanced: 'Advanced' } as const

/** `Draft` of `draft`. */
export const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1).replaceAll('_', ' ')

/** The choices of a filter, of names by value. */
export const optionsOf = <V extends string>(names: Record<V, string>): [value: V, label: string][] =>
  Object.entries(names) as [V, string][]

/** A day, or the word for none. */
export const formatDayOr = (at: string | null, none: string): string => (at === null ? none : formatDay(at))
