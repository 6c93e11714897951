import type { VoucherBatchReport } from '@flagyard/api-types'
import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import { recordAudit } from '../../../../audit-log/record.ts'
import type { Db } from '../../../../db/open.ts'
import type { ContentKind } from '../../../../db/schema/index.ts'
import { isUuid } from '../../../../db/sql.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError, invalidField } from '../../../../errors.ts'
import type { AuditActor } from '../../../../identity/current-user.ts'
import { findOrganisationName } from '../../organisations/index.ts'
import { newCode } from '../code.ts'
import { mailVouchers } from '../jobs.ts'
import { columnOf } from '../service.ts'
import { findBatch, findTarget, insertBatch, isBatchMade, lockBatch } from './queries.ts'
import { checkRecipients, recipientsOf } from './recipients.ts'

type NeededDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'queue' | 'log' | 'orderNumbers' | 'mailer'>

/** Maximum number of mails written before the response. Larger batches are mailed by a job. */
const MAX_INLINE_MAILS = 50
/** Maximum number of rows in a report. */
const REPORTED = 100

/**
 * Creates a batch of vouchers, all or none, or reports what it would create. The response contains no codes: administrators who may
 * see them find them in the list and its file. An existing batch is not created again; `batch` comes from `effectIdOf`.
 */
export async function createVouchers(
  deps: NeededDeps,
  auditActor: AuditActor,
  kind: ContentKind,
  ask: Output<'courseVoucher'>,
  batch: string,
): Promise<VoucherBatchReport> {
  const target = await findTarget(deps.db, kind, ask.target)
  if (!target) throw invalidField('target', `There is no ${kind} called ${ask.target}`)
  const recipients = await checkRecipients(deps.mailer, recipientsOf(ask))
  const count = countOf(ask, recipients.length)
  const expires = ask.expires_at === null ? null : new Date(ask.expires_at)
  if (expires && expires <= deps.clock.now()) throw invalidField('expires_at', 'This date is in the past')
  const refused = recipients.filter(({ error }) => error !== null)
  const report = {
    title: target.title,
    count,
    recipients: recipients.length,
    refused: refused.length,
    rows: [...refused, ...recipients.filter(({ error }) => error === null)].slice(0, REPORTED),
  }
  if (ask.dry_run) return { batch: null, ...report }
  if (refused.length > 0) throw refusalOf(refused, recipients.length)

  const shared = {
    kind,
    ...columnOf(kind, target.id),
    batch_id: batch,
    ...(await organisationOf(deps.db, ask)),
    note: ask.note,
    uses: ask.uses,
    expires_at: expires,
  }
  await deps.db.transaction(async (tx) => {
    await lockBatch(tx, batch)
    if (await isBatchMade(tx, batch)) return
    await insertBatch(
      tx,
      Array.from({ length: count }, (_, index) => {
        const recipient = recipients[index]?.email ?? null
        return { ...shared, code: newCode(), recipient, mail_waits: recipient !== null }
      }),
    )
    await recordAudit(tx, {
      ...auditActor,
      action: 'vouchers.create',
      subject: { type: 'voucher_batch', id: batch },
      after: {
        kind,
        target: ask.target,
        count,
        uses: ask.uses,
        expires_at: ask.expires_at,
        organisation: shared.organisation,
        recipients: recipients.length,
      },
      reason: ask.note,
    })
    if (recipients.length > 0) await deps.queue.send(tx, 'vouchers.mail', {})
  })
  if (recipients.length > 0 && recipients.length <= MAX_INLINE_MAILS) await mailNow(deps)
  return { batch, ...report }
}

/** Organisation of the batch: an existing one under its current name, or only a name. */
async function organisationOf(db: Db, { organisation, organisation_id }: Output<'courseVoucher'>) {
  if (organisation_id === undefined) return { organisation: organisation || null, organisation_id: null }
  const name = await findOrganisationName(db, organisation_id)
  if (name === undefined) throw invalidField('organisation_id', 'There is no such organisation')
  return { organisation: name, organisation_id }
}

function countOf({ count, recipients_csv }: Output<'courseVoucher'>, recipients: number): number {
  if (count === undefined && recipients === 0) throw invalidField('count', 'Enter a number or recipients')
  if (recipients > (count ?? recipients))
    throw invalidField(
      recipients_csv === undefined ? 'recipients' : 'recipients_csv',
      `There are ${recipients} recipients for ${count} vouchers`,
    )
  return count ?? recipients
}

const refusalOf = (refused: VoucherBatchReport['rows'], total: number) =>
  new ApiError('invalid', `No voucher was created: ${refused.length} of ${total} recipients have errors.`, {
    errors: refused.slice(0, 50).map(({ line, error }) => ({ field: `rows.${line}.email`, message: error ?? '' })),
  })

/** Only logs errors: the batch already exists, and the job retries its mails. */
async function mailNow(deps: NeededDeps): Promise<void> {
  try {
    await mailVouchers(deps)
  } catch (error) {
    deps.log.warn({ err: error }, 'Voucher mails failed in the request; the job retries them')
  }
}

export async function readBatch(
  { db, orderNumbers }: Pick<Deps, 'db' | 'orderNumbers'>,
  id: string,
): Promise<Accepted<'voucherBatch'>> {
  const batch = isUuid(id) ? await findBatch(db, id) : undefined
  if (!batch) throw new ApiError('not_found', 'There is no such batch.')
  const { order_id } = batch
  const order = order_id === null ? undefined : (await orderNumbers.find(db, [order_id])).get(order_id)
  return { id, ...batch, order_number: order?.number ?? null, buyer: order?.buyer ?? null }
}
