export { formatMicros, formatMoney, formatPrice } from '@flagyard/api-types/contract/money'

/** `12 min`, `2 h`, `1 h 30 min`. */
export function formatMinutes(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = Math.round(minutes % 60)
  return [hours > 0 && `${hours} h`, (rest > 0 || hours === 0) && `${rest} min`].filter(Boolean).join(' ')
}

const number = new Intl.NumberFormat('en')

/** `1,204`. */
export const formatCount = (count: number): string => number.format(count)

/** `1 lab`, `5 labs`, `1,204 labs`. */
export const countOf = (count: number, singular: string, plural = `${singular}s`): string =>
  `${formatCount(count)} ${count === 1 ? singular : plural}`

export const levelNames = { beginner: 'Beginner', intermediate: 'Intermediate', advanced: 'Advanced' } as const
/** Each cloud's term for the account that a lab is built in. */
export const accountNames = { aws: 'AWS account', azure: 'Azure subscription', gcp: 'Google Cloud project' } as const
export const cloudNames = { aws: 'AWS', azure: 'Azure', gcp: 'Google Cloud' } as const
