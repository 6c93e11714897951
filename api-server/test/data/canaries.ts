import { randomUUID } from 'node:crypto'
import { getTableColumns, getTableName, sql } from 'drizzle-orm'
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../../src/db/open.ts'
import type { Erasure } from '../../src/extension-points/personal-data.ts'
import { tables } from './personal-columns.ts'

export const person: Erasure = {
  id: randomUUID(),
  username: 'canary-person',
  email: 'canary.person@example.org',
  full_name: "Canary O'Person",
  alias: 'erased-canary',
  keepCertificates: false,
}

export type Row = Record<string, unknown>

/**
 * Inserts one row of the same person into every table, with a unique value in each column. References point to the rows
 * of the other tables. New columns are filled automatically.
 */
export async function plantCanaries(db: Db): Promise<Map<PgTable, Row>> {
  const planted = new Map<PgTable, Row>()
  for (const table of inOrderOfReferences()) planted.set(table, await plantRow(db, table, planted))
  return planted
}

/** Inserts another row of a table. Columns that are not given are filled as above. */
export async function plantRow(db: Db, table: PgTable, planted: Map<PgTable, Row>, given: Row = {}): Promise<Row> {
  const values: Row = { ...given }
  for (const [name, column] of Object.entries(getTableColumns(table)))
    if (!(name in given)) values[name] = fill(table, name, column, planted)
  const [row] = await db.insert(table).values(values).returning()
  if (!row) throw new Error('An insert returned no row')
  return row
}

/** Whether a value occurs only in this column: it is neither a reference nor part of the person's identity. */
export function isUniqueValue(table: PgTable, name: string, value: unknown): boolean {
  if (referencesOf(table).some(({ columns }) => columns.some((one) => one.name === name))) return false
  return (
    value instanceof Date || (typeof value === 'number' && value > FIRST_NUMBER) || /canary /.test(asWritten(value))
  )
}

/** A value as in JSON, without quotes and brackets. */
export const asWritten = (value: unknown) =>
  JSON.stringify(value ?? null).replace(/^(\["|"|\{"note":")|("\]|"|"\})$/g, '')

export const readRows = (db: Db, table: PgTable): Promise<Row[]> => db.select().from(table)

function inOrderOfReferences(): PgTable[] {
  const ordered: PgTable[] = []
  const visit = (table: PgTable) => {
    if (ordered.includes(table)) return
    for (const { foreignTable } of referencesOf(table)) if (foreignTable !== table) visit(foreignTable)
    ordered.push(table)
  }
  tables.forEach(visit)
  return ordered
}

const referencesOf = (table: PgTable) => getTableConfig(table).foreignKeys.map((key) => key.reference())

function fill(table: PgTable, name: string, column: PgColumn, planted: Map<PgTable, Row>): unknown {
  const key = `${getTableName(table)}.${name}`
  if (key in meant) return meant[key]
  const reference = referencesOf(table).find(({ columns }) => columns.some((one) => one.name === name))
  const referenced = reference && planted.get(reference.foreignTable)
  const at = reference?.columns.findIndex((one) => one.name === name) ?? 0
  if (reference) return referenced?.[reference.foreignColumns[at]?.name ?? ''] ?? null
  return canaryOf(key, column)
}

const FIRST_NUMBER = 1_777_000_000
let made = 0

/** Columns that are replaced by a fallback when they are read, unless they contain a valid value. */
const checked: Record<string, string> = { time_zone: 'Europe/Berlin', locale: 'de' }

function canaryOf(key: string, column: PgColumn): unknown {
  made += 1
  switch (column.getSQLType()) {
    case 'text':
      return checked[column.name] ?? `canary ${key}`
    case 'text[]':
    case 'jsonb':
      return [`canary ${key}`]
    case 'uuid':
      return randomUUID()
    case 'uuid[]':
      return [randomUUID()]
    case 'boolean':
      return true
    case 'timestamp with time zone':
      return new Date(Date.UTC(2131, 0, 1) + made * 3_661_001)
    case 'date':
      return new Date(Date.UTC(2131, 0, 1) + made * 86_400_000).toISOString().slice(0, 10)
    case 'bigserial':
      return sql`default`
    default:
      return FIRST_NUMBER + made
  }
}

const says = (column: string) => `canary ${column}, said by ${person.email}`

/** Fixed values of columns that identify the person, have a check constraint, or decide what an erasure does. */
const meant: Row = {
  // Check constraints: a refund is at most the payment, and the tax is at most the total.
  'orders.total_amount': 1_999_999_999,
  'refunds.amount': 1_999_999_998,
  'alarm_settings.id': 1,
  'brand.id': 1,
  'home_page.id': 1,
  'alarms.mute_reason': says('alarms.mute_reason'),
  'alarm_events.detail': says('alarm_events.detail'),
  'users.id': person.id,
  'users.username': person.username,
  'users.email': person.email,
  'users.full_name': person.full_name,
  'rate_limits.key': `password:${person.id}:canary`,
  'idempotency_keys.account': person.id,
  'outbox.recipient': person.email,
  'vouchers.recipient': person.email,
  'vouchers.note': says('vouchers.note'),
  'vouchers.reason': says('vouchers.reason'),
  'organisations.kind': 'business',
  'organisations.invoice_email': person.email,
  'organisation_invitations.email': person.email,
  'address_requests.email': person.email,
  'privacy_requests.user_id': person.id,
  'privacy_requests.kind': 'deletion',
  'audit.actor_id': person.id,
  'audit.actor': person.username,
  'audit.subject_type': 'user',
  'audit.subject_id': person.username,
  'audit.before': { note: says('audit.before') },
  'audit.after': { note: says('audit.after') },
  'audit.reason': says('audit.reason'),
  'bulk_jobs.kind': 'users.canary',
  'bulk_jobs.actor_id': person.id,
  'bulk_jobs.actor': person.username,
  'bulk_jobs.input': { note: says('bulk_jobs.input') },
  'bulk_jobs.reason': says('bulk_jobs.reason'),
  'bulk_jobs.stopped_because': says('bulk_jobs.stopped_because'),
  'bulk_items.item': person.username,
  'flags.exam_id': null,
  'canary_runs.exam_id': null,
  'insights.lesson_id': null,
  'insights.flag_id': null,
  'vouchers.lab_id': null,
  'vouchers.exam_id': null,
  'vouchers.used': 1,
  'entitlements.lab_id': null,
  'entitlements.exam_id': null,
  'cloud_accounts.status': 'Pending',
  'cloud_accounts.lock_reason': null,
}

/** For each column that identifies people without an account by their address: a row with an address in it. */
export const holding: Record<string, (email: string) => Row> = {
  'organisations.invoice_email': (email) => ({ id: randomUUID(), invoice_email: email.toUpperCase() }),
  'organisation_invitations.email': (email) => ({
    ...{ id: randomUUID(), token_hash: randomUUID(), email: email.toUpperCase() },
  }),
  'users.email': (email) => ({ ...someUser(), email: email.toUpperCase(), activated_at: null }),
  'mail_tokens.data': (email) => ({ token_hash: randomUUID(), data: { email } }),
  'rate_limits.key': (email) => ({ key: `signin:name:${email}:192.0.2.1` }),
  'orders.recipients': (email) => ({ ...someOrder(), recipients: ['friend@example.com', email.toUpperCase()] }),
  'orders.billing': (email) => ({ ...someOrder(), billing: { company: 'A company', reference: `For ${email}.` } }),
  'invoices.buyer': (email) => ({ buyer: { name: 'A buyer', email } }),
  'vouchers.recipient': (email) => ({ ...someVoucher(), recipient: email.toUpperCase() }),
  'vouchers.note': (email) => ({ ...someVoucher(), recipient: null, note: `Promised to ${email}, by phone` }),
  'vouchers.reason': (email) => ({ ...someVoucher(), recipient: null, reason: `${email} asked for it` }),
  'outbox.recipient': (email) => ({ dedupe_key: null, user_id: null, recipient: email.toUpperCase() }),
  'outbox.subject': (email) => ({ dedupe_key: null, subject: `From ${email}` }),
  'outbox.text': (email) => ({ dedupe_key: null, text: `<${email}> wrote` }),
  'outbox.html': (email) => ({ dedupe_key: null, html: `<p>&lt;${email}&gt; wrote</p>` }),
  'audit.before': (email) => ({ before: { status: [email] } }),
  'audit.after': (email) => ({ after: { note: `Write to:\n${email}` } }),
  'audit.reason': (email) => ({ reason: `Asked by '${email}'` }),
  'bulk_jobs.input': (email) => ({ input: { filter: { q: email } } }),
  'bulk_jobs.reason': (email) => ({ reason: `Asked by ${email}` }),
  'bulk_jobs.stopped_because': (email) => ({ stopped_because: `${email} may not` }),
  'address_requests.email': (email) => ({ token_hash: randomUUID(), email }),
}

const someUser = () => ({ id: randomUUID(), username: `u-${randomUUID().slice(0, 8)}`, full_name: 'Some Body' })
const someOrder = () => ({ number: randomUUID(), provider_session: randomUUID() })
const someVoucher = () => ({ code: randomUUID(), seat: null })
