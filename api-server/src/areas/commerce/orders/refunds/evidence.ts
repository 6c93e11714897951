import { formatExact } from '@flagyard/api-types/contract/money'
import { strToU8, type Zippable, zip } from 'fflate'
import { recordAudit } from '../../../../audit-log/record.ts'
import { brand } from '../../../../brand.ts'
import { isUuid } from '../../../../db/sql.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError } from '../../../../errors.ts'
import type { AuditActor } from '../../../../identity/current-user.ts'
import { findAccount } from '../../../platform/auth/index.ts'
import { findOrder } from '../queries.ts'
import * as queries from './evidence-queries.ts'
import { listDisputesOf } from './queries.ts'

/**
 * Evidence for a dispute, as a ZIP archive of plain texts that a bank can read: the order and its payments, our mails, and the use
 * of its seats. It contains personal data, so each download is audited.
 */
export async function makeEvidence(
  { db, clock, issuedCertificates }: Pick<Deps, 'db' | 'clock' | 'issuedCertificates'>,
  auditActor: AuditActor,
  id: string,
): Promise<{ name: string; content: Buffer }> {
  const order = isUuid(id) ? await findOrder(db, id) : undefined
  if (!order) throw new ApiError('not_found', 'There is no such order.')
  const buyer = await findAccount(db, { id: order.user_id })
  const disputes = await listDisputesOf(db, id)
  if (disputes.length === 0)
    throw new ApiError('conflict', 'This order has no dispute, so there is no evidence to send.')
  const price = (amount: number) => formatExact({ amount, currency: order.currency })
  const parts: Record<string, object[]> = {
    'order.txt': [
      {
        number: order.number,
        placed_at: order.created_at,
        paid_at: order.paid_at,
        delivered_at: order.fulfilled_at,
        what: `${order.quantity} × ${order.title}`,
        total: price(order.total_amount),
        tax_in_it: price(order.tax_amount),
        refunded: price(order.refunded_amount),
        paid_by: order.provider,
        payment: order.provider_payment,
        terms_accepted: order.terms_version,
        terms_accepted_at: order.terms_accepted_at,
        buyer: `${buyer.full_name} (${buyer.username})`,
        email: buyer.email,
        account_since: buyer.created_at,
        ...order.billing,
      },
    ],
    'disputes.txt': disputes.map(({ number, amount, reason, state, opened_at, due_at }) => ({
      number,
      amount: price(amount),
      reason,
      state,
      opened_at,
      due_at,
    })),
    'documents.txt': (await queries.listDocuments(db, id)).map(({ total, tax, ...document }) => ({
      ...document,
      total: price(total),
      tax: price(tax),
    })),
    'seats.txt': await queries.listUsed(db, id),
    'mails.txt': await queries.listMails(db, id),
    'sign-ins.txt': await queries.listSignIns(db, id, order.user_id),
    'watched.txt': await queries.listWatched(db, id),
    'labs.txt': await queries.listDeployed(db, id),
    'exams.txt': await queries.listAttempts(db, id),
    'completed.txt': await queries.listCompleted(db, id),
    'certificates.txt': await issuedCertificates.listEarned(db, await queries.findHoldersAndTargets(db, id)),
  }
  await recordAudit(db, {
    ...auditActor,
    action: 'orders.evidence',
    subject: { type: 'order', id },
    after: { order: order.number, disputes: disputes.map(({ number }) => number) },
  })
  const at = clock.now()
  const entries: Zippable = { 'README.txt': strToU8(readme(order.number, at)) }
  for (const [name, rows] of Object.entries(parts)) entries[name] = strToU8(textOf(rows))
  const content = await new Promise<Buffer>((resolve, reject) =>
    zip(entries, { level: 6, mtime: at }, (error, bytes) => (error ? reject(error) : resolve(Buffer.from(bytes)))),
  )
  return { name: `evidence-${order.number}.zip`, content }
}

const textOf = (rows: object[]) => (rows.length === 0 ? 'None.\n' : rows.map(blockOf).join('\n'))

/** One line per fact. Line breaks in user input are replaced by spaces. */
const blockOf = (row: object) =>
  Object.entries(row)
    .filter(([, value]) => value !== null && value !== undefined && value !== '')
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${formatted(value)}\n`)
    .join('')

const formatted = (value: unknown) =>
  value instanceof Date ? value.toISOString() : String(value).replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')

const readme = (
  number: string,
  at: Date,
) => `${brand().name} records about the order ${number}, as of ${at.toISOString()}.

- order.txt: the order, its buyer and its payments
- disputes.txt: the disputes of the bank
- documents.txt: invoices and credit notes
- seats.txt: users of the seats, with dates
- mails.txt: our mails and their delivery
- sign-ins.txt: sessions of the buyer and of the users of the seats
- watched.txt, labs.txt, exams.txt, completed.txt: their activity
- certificates.txt: certificates that they earned through it, each with a public page at /certificates/ID

All times are UTC.
`
