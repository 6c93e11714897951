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

/** `0:07`, `11:40`, `1:42:07`: a place in a video. */
export function formatSeconds(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const two = (part: number) => String(part).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

/** `1:42:07`, `0:09:30`: time left, always with its hours. */
export function formatClock(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  const text = formatSeconds(seconds)
  return seconds >= 3600 ? text : `0:${text.padStart(5, '0')}`
}

/** `49 %`, never rounded up to what is not reached. */
export function formatShare(share: number): string {
  return `${Math.floor(share * 100 + 1e-9)} %`
}

/** `12 March 2027`, in the reader's own time. */
export function formatDate(iso: string): string {
  return new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' }).format(new Date(iso))
}
