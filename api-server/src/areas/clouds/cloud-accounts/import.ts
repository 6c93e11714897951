import { randomUUID } from 'node:crypto'
import type { CloudImportReport } from '@flagyard/api-types'
import { cloudCredentials, cloudIdFields, importColumnsOf } from '@flagyard/api-types/cloud-accounts/credentials'
import type { Output } from '@flagyard/api-types/contract/operation'
import { awsAccountEdit, azureSubscriptionEdit, gcpProjectEdit } from '@flagyard/api-types/schemas'
import { recordAudits } from '../../../audit-log/record.ts'
import type { CloudName } from '../../../db/schema/index.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError, invalidField } from '../../../errors.ts'
import { type CsvRow, readCsv } from '../../../http/read-csv.ts'
import { toFieldErrors } from '../../../http/validation.ts'
import type { AuditActor } from '../../../identity/current-user.ts'
import { credentialErrors, enqueueChecks, sealCredentials } from './credentials.ts'
import * as queries from './queries.ts'
import { auditFields, subject } from './service.ts'

/** Maximum number of accounts per import file. */
const MAX_IMPORT_ROWS = 500

interface ImportRow extends Pick<CloudImportReport['rows'][number], 'line' | 'id' | 'name' | 'region' | 'errors'> {
  notes: string
  credentials: Record<string, string>
}

/** Adds all accounts of a file, or none. If any row has an error, the dry run's report lists it. */
export async function importAccounts(
  deps: Pick<Deps, 'db' | 'queue' | 'secrets'>,
  auditActor: AuditActor,
  { cloud, csv, dry_run }: Output<'cloudImport'>,
): Promise<CloudImportReport> {
  const rows = readRows(cloud, csv)
  if (dry_run) return reportOf(withKnown(rows, await queries.listKnownIds(deps.db, cloud, idsOf(rows))), 0)
  return deps.db.transaction(async (tx) => {
    // Waits for other additions to this cloud, so that none of these ids is taken meanwhile.
    await queries.lockPool(tx, cloud)
    const checked = withKnown(rows, await queries.listKnownIds(tx, cloud, idsOf(rows)))
    const refused = checked.filter(({ errors }) => errors.length > 0)
    if (refused.length > 0) throw refusalOf(refused, checked.length)
    const accounts = checked.map((row) => toAccount(deps.secrets, cloud, row))
    const added = await queries.insertAccounts(tx, accounts, auditActor.actor.id)
    await recordAudits(
      tx,
      added.map((account) => ({
        ...auditActor,
        action: 'cloud_accounts.add' as const,
        subject: subject(account),
        after: auditFields(account),
      })),
    )
    await enqueueChecks(tx, deps, added)
    return reportOf(checked, added.length)
  })
}

const idsOf = (rows: ImportRow[]) => rows.map(({ id }) => id)

function readRows(cloud: CloudName, csv: string): ImportRow[] {
  const [head, ...lines] = readCsv('csv', csv)
  const expected = importColumnsOf(cloud)
  const inAnyCase = new Map(expected.map((name) => [name.toLowerCase(), name]))
  const columns = (head?.cells ?? []).map((name) => inAnyCase.get(name.toLowerCase()) ?? name)
  const missing = expected.filter((name) => name !== 'notes' && !columns.includes(name))
  if (missing.length > 0) throw invalidField('csv', `The first line lacks the columns ${missing.join(', ')}`)
  const unknown = columns.filter((name) => !expected.includes(name))
  if (unknown.length > 0) throw invalidField('csv', `Unknown columns: ${unknown.join(', ').slice(0, 200)}`)
  if (new Set(columns).size < columns.length) throw invalidField('csv', 'The first line names a column twice')
  if (lines.length === 0) throw invalidField('csv', 'There is no account below the first line')
  if (lines.length > MAX_IMPORT_ROWS) throw invalidField('csv', `A file adds at most ${MAX_IMPORT_ROWS} accounts`)
  const rows = lines.map((row) => readRow(cloud, columns, row))
  return withTwins(cloud, rows)
}

function readRow(cloud: CloudName, columns: string[], { cells, line }: CsvRow): ImportRow {
  const cell = (name: string) => (cells[columns.indexOf(name)] ?? '').trim()
  const id = cell(cloudIdFields[cloud])
  const [name, region, notes] = [cell('name'), cell('region'), cell('notes')]
  const credentials = Object.fromEntries(cloudCredentials[cloud].map((one) => [one.name, cell(one.name)]))
  const checked = edits[cloud].safeParse({ [cloudIdFields[cloud]]: id, name, region, notes, credentials })
  const errors = [
    ...(cells.length > columns.length
      ? [
          {
            field: 'row',
            message: 'This line has more cells than columns: put cells that contain commas in quotation marks',
          },
        ]
      : []),
    ...(checked.success ? [] : toFieldErrors(checked.error)),
    ...(name ? [] : [{ field: 'name', message: 'Give the account a name' }]),
    ...(region ? [] : [{ field: 'region', message: 'Enter the region it is used in' }]),
    ...credentialErrors(cloud, credentials),
  ]
  return {
    line,
    id: id.slice(0, 64),
    name: name.slice(0, 120),
    region: region.slice(0, 40),
    notes,
    credentials,
    errors,
  }
}

const edits = { aws: awsAccountEdit, azure: azureSubscriptionEdit, gcp: gcpProjectEdit }

const withError = (cloud: CloudName, row: ImportRow, message: string): ImportRow => ({
  ...row,
  errors: [...row.errors, { field: cloudIdFields[cloud], message }],
})

function withTwins(cloud: CloudName, rows: ImportRow[]): ImportRow[] {
  const firstLines = new Map(rows.toReversed().map(({ id, line }) => [id, line]))
  return rows.map((row) => {
    const first = firstLines.get(row.id)
    return row.id === '' || first === row.line ? row : withError(cloud, row, `Line ${first} already has this account`)
  })
}

const withKnown = (rows: ImportRow[], known: { cloud: CloudName; account_id: string }[]): ImportRow[] =>
  rows.map((row) => {
    const found = known.find(({ account_id }) => account_id === row.id)
    return found ? withError(found.cloud, row, 'This account is already in the pool') : row
  })

const toAccount = (
  secrets: Deps['secrets'],
  cloud: CloudName,
  { id: account_id, name, region, notes, credentials }: ImportRow,
): queries.NewAccount => {
  const id = randomUUID()
  const credentials_sealed = sealCredentials(secrets, { id, cloud }, credentials)
  return { id, cloud, account_id, name, region, notes, credentials_sealed }
}

/** The response contains no credentials. */
const reportOf = (rows: ImportRow[], added: number): CloudImportReport => ({
  total: rows.length,
  refused: rows.filter(({ errors }) => errors.length > 0).length,
  added,
  rows: rows.map(({ line, id, name, region, errors }) => ({ line, id, name, region, errors })),
})

const refusalOf = (refused: ImportRow[], total: number) =>
  new ApiError('invalid', `Nothing was added: ${refused.length} of ${total} rows have errors.`, {
    errors: refused
      .flatMap(({ line, errors }) => errors.map(({ field, message }) => ({ field: `rows.${line}.${field}`, message })))
      .slice(0, 50),
  })
