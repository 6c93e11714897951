import type { MonthPage, OrderRow } from '@flagyard/api-types'
import { stateChip } from '../../crud/record/RecordCards.tsx'

/** Order states, in lifecycle order. */
export const stateWords: Record<OrderRow['state'], string> = {
  draft: 'Not placed',
  awaiting_payment: 'Awaiting payment',
  paid: 'Paid',
  fulfilled: 'Fulfilled',
  failed: 'Payment failed',
  cancelled: 'Cancelled',
  partially_refunded: 'Partially refunded',
  refunded: 'Refunded',
  disputed: 'Disputed',
}

export const providerWords: Record<OrderRow['provider'], string> = {
  stripe: 'Stripe',
  invoice: 'Bank transfer',
  demo: 'Demo',
  free: 'Free of charge',
}

/** Labels of the billing fields. Unknown fields are shown by name. */
export const billingWords: Readonly<Record<string, string>> = {
  company: 'Company',
  tax_id: 'Tax ID',
  address: 'Address',
  reference: 'Reference',
  country: 'Country',
  kind: 'Buys as',
  invoice_email: 'Invoices to',
}

type Tax = Pick<MonthPage['taxes'][number], 'country' | 'rate' | 'rule'>

const rules: Record<Tax['rule'], string> = {
  home: 'domestic',
  oss: 'elsewhere in the EU (OSS)',
  reverse_charge: 'reverse charge',
  outside: 'outside the EU',
  none: 'no tax',
}

/** `DE 19% domestic`. */
export const sayTax = ({ country, rate, rule }: Tax): string =>
  [country, rate !== null && `${rate / 100}%`, rules[rule]].filter(Boolean).join(' ')

const tones = {
  draft: 'neutral',
  cancelled: 'neutral',
  awaiting_payment: 'info',
  paid: 'good',
  fulfilled: 'good',
  failed: 'bad',
  partially_refunded: 'warn',
  refunded: 'bad',
  disputed: 'bad',
} as const

export const OrderState = stateChip(tones, stateWords)
