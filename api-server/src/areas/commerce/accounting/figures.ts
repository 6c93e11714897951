import type { BookRow, MonthPage } from '@flagyard/api-types'
import { toDecimal } from '@flagyard/api-types/contract/money'
import { stringify } from 'csv-stringify/sync'

type Sums = Pick<MonthPage['totals'][number], 'sold' | 'refunded' | 'gross' | 'net' | 'tax'>

/** Amounts sold and refunded, and the balance. */
function sumOf(rows: readonly BookRow[]): Sums {
  const sums: Sums = { sold: 0, refunded: 0, gross: 0, net: 0, tax: 0 }
  for (const { kind, gross, net, tax } of rows) {
    const sign = kind === 'sale' ? 1 : -1
    sums[kind === 'sale' ? 'sold' : 'refunded'] += gross
    sums.gross += sign * gross
    sums.net += sign * net
    sums.tax += sign * tax
  }
  return sums
}

const countOf = (rows: readonly BookRow[], kind: BookRow['kind']) =>
  rows.filter((row) => row.kind === kind).reduce((sum, { count }) => sum + count, 0)

/** Groups rows by these fields, sorted in the order of the fields. */
function groupBy<Field extends keyof BookRow>(rows: readonly BookRow[], fields: readonly Field[]) {
  const keyOf = (row: BookRow) => fields.map((field) => String(row[field] ?? '').padStart(6, '0')).join(' ')
  return [...Map.groupBy(rows, keyOf)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, members]) => {
      const [first] = members
      if (!first) return []
      const named = Object.fromEntries(fields.map((field) => [field, first[field]])) as Pick<BookRow, Field>
      return [{ named, members }]
    })
}

const tableOf = <Field extends keyof BookRow>(rows: readonly BookRow[], fields: readonly Field[]) =>
  groupBy(rows, fields).map(({ named, members }) => ({
    ...named,
    orders: countOf(members, 'sale'),
    refunds: countOf(members, 'refund'),
    ...sumOf(members),
  }))

/** Tables of a month. Each one groups the same rows differently. */
export const tablesOf = (rows: readonly BookRow[]): Pick<MonthPage, 'version' | 'totals' | 'taxes' | 'providers'> => ({
  version: rows.reduce((sum, { count }) => sum + count, 0),
  totals: tableOf(rows, ['currency']),
  taxes: tableOf(rows, ['currency', 'country', 'rule', 'rate']),
  providers: tableOf(rows, ['currency', 'provider']),
})

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
