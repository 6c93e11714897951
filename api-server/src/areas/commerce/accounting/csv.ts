import type { BookRow } from '@flagyard/api-types'
import { toDecimal } from '@flagyard/api-types/contract/decimal'
import { stringify } from 'csv-stringify/sync'
import { tablesOf } from './figures.ts'

const head = ['What', 'Currency', 'Paid by', 'Country', 'Tax rule', 'Tax rate %', 'Count', 'Gross', 'Net', 'Tax']

/** A month as CSV. Refunds are negative, and the last lines are the totals of each currency. */
export function csvOf(rows: readonly BookRow[]): string {
  const lines = rows.map(({ kind, currency, provider, country, rule, rate, count, gross, net, tax }) => {
    const sign = kind === 'sale' ? 1 : -1
    const money = [gross, net, tax].map((amount) => toDecimal({ amount: sign * amount, currency }))
    return [words[kind], currency, provider, country ?? '', rule, rate === null ? '' : rate / 100, count, ...money]
  })
  const totals = tablesOf(rows).totals.map(({ currency, orders, refunds, gross, net, tax }) => [
    ...['Total', currency, '', '', '', '', orders + refunds],
    ...[gross, net, tax].map((amount) => toDecimal({ amount, currency })),
  ])
  // Without a byte order mark, Excel reads the file as Latin-1.
  return `\uFEFF${stringify([head, ...lines, ...totals], { escape_formulas: false, record_delimiter: 'windows' })}`
}

const words = { sale: 'Sale', refund: 'Refund' } as const
