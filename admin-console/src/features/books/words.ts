import type { Month, MonthPage } from '@flagyard/api-types'

/** `October 2026`. */
export const nameOfMonth = (month: string): string =>
  new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${month}-01`))

export const monthStates: Record<Month['state'], { label: string; tone: 'good' | 'warn' | 'info' | 'neutral' }> = {
  running: { label: 'Running', tone: 'info' },
  waiting: { label: 'Open', tone: 'neutral' },
  ready: { label: 'To be closed', tone: 'warn' },
  closed: { label: 'Closed', tone: 'good' },
}

type Tax = Pick<MonthPage['taxes'][number], 'country' | 'rate' | 'rule'>

const rules: Record<Tax['rule'], string> = {
  home: 'at home',
  oss: 'elsewhere in the EU (OSS)',
  reverse_charge: 'reverse charge',
  outside: 'outside the EU',
  none: 'No tax lines',
}

/** `DE 19% at home`. */
export const sayTax = ({ country, rate, rule }: Tax): string =>
  [country, rate !== null && `${rate / 100}%`, rules[rule]].filter(Boolean).join(' ')
