import type { VoucherBatchReport } from '@flagyard/api-types'
import { isAscii } from '@flagyard/api-types/contract/email-address'
import { email } from '@flagyard/api-types/contract/fields'
import type { Output } from '@flagyard/api-types/contract/operation'
import { MAX_BATCH } from '@flagyard/api-types/schemas'
import type { Deps } from '../../../../deps.ts'
import { invalidField } from '../../../../errors.ts'
import { UNDELIVERABLE } from '../../../../http/deliverable.ts'
import { readCsv } from '../../../../http/read-csv.ts'

type Row = VoucherBatchReport['rows'][number]

/** Recipients of a batch, from the addresses of the request or the lines of a CSV file. */
export function recipientsOf({ recipients, recipients_csv: csv }: Output<'courseVoucher'>): Row[] {
  if (csv === undefined) return rowsOf(recipients ?? [])
  if (recipients) throw invalidField('recipients', 'Enter addresses or upload a file, not both')
  const rows = readRows(csv)
  if (rows.length > MAX_BATCH)
    throw invalidField('recipients_csv', `A batch has at most ${MAX_BATCH.toLocaleString('en')} recipients`)
  return rows
}

function rowOf(address: string, line: number): Row {
  const { data } = email.safeParse(address)
  return { line, email: data ?? address.slice(0, 254), error: data ? null : 'This is not an e-mail address' }
}

/** Accepts plain addresses, one per line, or a table whose header has a column `email`. */
function readRows(csv: string): Row[] {
  const records = readCsv('recipients_csv', csv)
  const [head] = records
  if (!head) return []
  const column = head.cells.findIndex((cell) => /^e-?mail([ _-]?(address|adresse))?$/i.test(cell))
  if (column !== -1) return records.slice(1).map(({ cells, line }) => rowOf(cells[column] ?? '', line))
  if (records.every(({ cells }) => cells.length === 1))
    return records.map(({ cells, line }) => rowOf(cells[0] ?? '', line))
  throw invalidField('recipients_csv', 'The first line has no column “email”')
}

/** Checks addresses of a request: one row each, numbered from 1, with the error if there is one. */
export const checkAddresses = (mailer: Deps['mailer'], addresses: string[]): Promise<Row[]> =>
  checkRecipients(mailer, rowsOf(addresses))

const rowsOf = (addresses: string[]) => addresses.map((address, index) => rowOf(address, index + 1))

/** Adds an error to each address that our mail server cannot deliver to, and to each duplicate, which names the first line with that address. */
export async function checkRecipients(mailer: Deps['mailer'], rows: Row[]): Promise<Row[]> {
  const takesAll = rows.every(({ email }) => isAscii(email)) || (await mailer.takesUnicode())
  return withDuplicates(rows).map((row) =>
    row.error || takesAll || isAscii(row.email) ? row : { ...row, error: UNDELIVERABLE },
  )
}

function withDuplicates(rows: Row[]): Row[] {
  const firstLines = new Map(rows.toReversed().map(({ email, line }) => [email.toLowerCase(), line]))
  return rows.map((row) => {
    const first = firstLines.get(row.email.toLowerCase())
    return row.error || first === row.line ? row : { ...row, error: `Line ${first} already has this address` }
  })
}
