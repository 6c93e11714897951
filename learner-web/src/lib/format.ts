import type { Money } from '@flagyard/api-types'

/** `€149`, `€149.50`, `Free`: whole amounts without cents. */
export function formatMoney({ amount, currency }: Money): string {
  if (amount === 0) return 'Free'
  const whole = amount % 100 === 0
  return new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    minimumFractionDigits: whole ? 0 : 2,
    maximumFractionDigits: 2,
  }).format(amount / 100)
}

/** `12 min`, `2 h`, `1 h 30 min`. */
export function formatMinutes(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = Math.round(minutes % 60)
  return [hours > 0 && `${hours} h`, (rest > 0 || hours === 0) && `${rest} min`].filter(Boolean).join(' ')
}

/** `1 lab`, `5 labs`. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

export const levelNames = { beginner: 'Beginner', intermediate: 'Intermediate', advanced: 'Advanced' } as const
export const cloudNames = { aws: 'AWS', azure: 'Azure', gcp: 'Google Cloud' } as const

/** The language's own name in English: `Spanish` for `es`. */
export function languageName(code: string): string {
  try {
    return new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code
  } catch {
    return code
  }
}
