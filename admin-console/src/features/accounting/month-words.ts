import type { Month } from '@flagyard/api-types'

/** `October 2026`. */
export const nameOfMonth = ({ starts_at }: Pick<Month, 'starts_at'>): string =>
  new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(starts_at))

export const monthStates: Record<Month['state'], { label: string; tone: 'good' | 'warn' | 'info' | 'neutral' }> = {
  running: { label: 'Running', tone: 'info' },
  waiting: { label: 'Open', tone: 'neutral' },
  ready: { label: 'To be closed', tone: 'warn' },
  closed: { label: 'Closed', tone: 'good' },
}
