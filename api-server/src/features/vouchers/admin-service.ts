import { randomUUID } from 'node:crypto'
import type { Output } from '@flagyard/api-types/contract/operation'
import { recordAudit } from '../../audit-log/record.ts'
import type { ContentKind } from '../../db/schema/index.ts'
import { isUuid } from '../../db/uuid.ts'
import type { Deps } from '../../deps.ts'
import { ApiError, invalidField } from '../../errors.ts'
import type { AuditActor } from '../../identity/current-user.ts'
import { prepareMail, queueMail } from '../../mail/outbox.ts'
import { revokeEntitlements } from '../entitlements/service.ts'
import * as queries from './admin-queries.ts'
import { newCode } from './code.ts'
import { voucherMail } from './mails.ts'
import { columnOf } from './opens.ts'
import { insertVouchers } from './queries.ts'

/** Creates a batch of vouchers, mails those with a recipient, and records the batch in the audit log. */
export async function createVouchers(
  { db, config, clock }: Pick<Deps, 'db' | 'config' | 'clock'>,
  { actor, address }: AuditActor,
  kind: ContentKind,
  { target: slug, count, uses, expires_at, recipients = [], organisation, note }: Output<'courseVoucher'>,
): Promise<void> {
  const target = await queries.findTarget(db, kind, slug)
  if (!target) throw invalidField('target', `There is no ${kind} called ${slug}`)
  if (recipients.length > count)
    throw invalidField('recipients', `There are ${recipients.length} recipients for ${count} vouchers`)
  const expires = expires_at === null ? null : new Date(expires_at)
  if (expires && expires <= clock.now()) throw invalidField('expires_at', 'This date is in the past')

  const batch = randomUUID()
  const rows = Array.from({ length: count }, (_, index) => ({
    code: newCode(),
    kind,
    ...columnOf(kind, target.id),
    batch_id: batch,
    organisation: organisation || null,
    recipient: recipients[index] ?? null,
    note,
    uses,
    expires_at: expires,
  }))
  const mails: Awaited<ReturnType<typeof prepareMail>>[] = []
  for (const { recipient, code } of rows)
    if (recipient) {
      const granted = [{ title: target.title, code, expires_at: expires }]
      mails.push(await prepareMail(voucherMail(config.publicUrl, recipient, organisation || null, granted)))
    }
  await db.transaction(async (tx) => {
    await insertVouchers(tx, rows)
    for (const mail of mails) await queueMail(tx, mail)
    await recordAudit(tx, {
      actor,
      action: 'vouchers.create',
      subject: { type: 'voucher_batch', id: batch },
      after: { kind, target: slug, count, uses, expires_at, organisation: organisation ?? null, recipients },
      reason: note,
      address,
    })
  })
}

/**
 * Revokes a voucher and what it opened. Refused while a lab of it is deployed or an exam is booked, naming both:
 * whoever revokes must decide to end those first.
 */
export async function revokeVoucher(
  { db }: Pick<Deps, 'db'>,
  { actor, address }: AuditActor,
  id: string,
): Promise<void> {
  if (!isUuid(id)) throw voucherNotFound()
  await db.transaction(async (tx) => {
    const voucher = await queries.lockVoucher(tx, id)
    if (!voucher) throw voucherNotFound()
    if (voucher.state === 'revoked') return
    const running = await queries.listRunning(tx, id)
    if (running.length > 0)
      throw new ApiError('conflict', `This voucher is in use: ${running.join(', ')}. End that first.`, {
        extra: { running },
      })
    const reason = 'Revoked by Flagyard'
    await queries.markRevoked(tx, id, reason)
    const revoked = await revokeEntitlements(tx, id, reason)
    await recordAudit(tx, {
      actor,
      action: 'vouchers.revoke',
      subject: { type: 'voucher', id },
      before: { state: voucher.state, used: voucher.used },
      after: { state: 'revoked', access_closed: revoked.length },
      address,
    })
  })
}

const voucherNotFound = () => new ApiError('not_found', 'There is no such voucher.')
