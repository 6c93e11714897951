import type { BookRow, MonthPage } from '@flagyard/api-types'

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

const counted = (rows: readonly BookRow[]) => ({ orders: countOf(rows, 'sale'), refunds: countOf(rows, 'refund') })

/** Tables of a month. Each one groups the same rows differently. */
export const tablesOf = (rows: readonly BookRow[]): Pick<MonthPage, 'version' | 'totals' | 'taxes' | 'providers'> => ({
  version: rows.reduce((sum, { count }) => sum + count, 0),
  totals: groupBy(rows, ['currency']).map(({ named, members }) => ({
    ...named,
    ...counted(members),
    ...sumOf(members),
  })),
  taxes: groupBy(rows, ['currency', 'country', 'rule', 'rate']).map(({ named, members }) => ({
    ...named,
    ...sumOf(members),
  })),
  providers: groupBy(rows, ['currency', 'provider']).map(({ named, members }) => ({
    ...named,
    ...counted(members),
    ...sumOf(members),
  })),
})
