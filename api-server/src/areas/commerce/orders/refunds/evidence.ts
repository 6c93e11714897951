import { formatExact } from '@flagyard/api-types/contract/money'
import { strToU8, type Zippable, zip } from 'fflate'
import { recordAudit } from '../../../../audit-log/record.ts'
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
    throw new ApiError('conflict', 'No bank disputes this order, so there is nothing to answer.')
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
      ...{ number, amount: price(amount), reason, state, opened_at, due_at },
    })),
    'documents.txt': (await queries.listPapers(db, id)).map(({ total, tax, ...paper }) => ({
      ...{ ...paper, total: price(total), tax: price(tax) },
    })),
    'seats.txt': await queries.listUsed(db, id),
    'mails.txt': await queries.listMails(db, id),
    'sign-ins.txt': await queries.listSignIns(db, id, order.user_id),
    'watched.txt': await queries.listWatched(db, id),
    'labs.txt': await queries.listDeployed(db, id),
    'exams.txt': await queries.listSat(db, id),
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

const textOf = (rows: object[]) => (rows.length === 0 ? 'Nothing is known of this.\n' : rows.map(blockOf).join('\n'))

/** One line per fact. Line breaks in user input are replaced by spaces. */
const blockOf = (row: object) =>
  Object.entries(row)
    .filter(([, value]) => value !== null && value !== undefined && value !== '')
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${formatted(value)}\n`)
    .join('')

const formatted = (value: unknown) =>
  value instanceof Date ? value.toISOString() : String(value).replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')

const readme = (number: string, at: Date) => `What Flagyard knows about the order ${number}, as of ${at.toISOString()}.

- order.txt: what was ordered, by whom, and what was paid
- disputes.txt: what the bank said
- documents.txt: invoices and credit notes
- seats.txt: who used what was bought, and when
- mails.txt: what we sent, and whether it was delivered
- sign-ins.txt: when the buyer and those who used the seats signed in, and from where
- watched.txt, labs.txt, exams.txt, completed.txt: what they did
- certificates.txt: the certificates that they earned by it; each has a public page, /certificates/ and its id

All times are UTC.
`
