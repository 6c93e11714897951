import { randomUUID } from 'node:crypto'
import type { Output } from '@flagyard/api-types/contract/operation'
import { recordAudit } from '../../audit-log/record.ts'
import type { ContentKind } from '../../db/schema/index.ts'
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

/** Makes a batch of vouchers, mails those that have a recipient, and writes the batch into the audit log. */
export async function createVouchers(
  { db, config, clock }: Pick<Deps, 'db' | 'config' | 'clock'>,
  { actor, address }: AuditActor,
  kind: ContentKind,
  { target: slug, count, uses, expires_at, recipients = [], organisation, note }: Output<'courseVoucher'>,
): Promise<void> {
  const target = await queries.findTarget(db, kind, slug)
  if (!target) throw invalidField('target', `There is no ${kind} called ${slug}`)
  if (recipients.length > count)
    throw invalidField('recipients', `You named ${recipients.length} people for ${count} vouchers`)
  const expires = expires_at === null ? null : new Date(expires_at)
  if (expires && expires <= clock.now()) throw invalidField('expires_at', 'This day is over already')

  const batch = randomUUID()
  const rows = Array.from({ length: count }, (_, at) => ({
    code: newCode(),
    kind,
    ...columnOf(kind, target.id),
    batch_id: batch,
    organisation: organisation || null,
    recipient: recipients[at] ?? null,
    note,
    uses,
    expires_at: expires,
  }))
  const mails: Awaited<ReturnType<typeof prepareMail>>[] = []
  for (const { recipient, code } of rows)
    if (recipient) {
      const given = [{ title: target.title, code, expires_at: expires }]
      mails.push(await prepareMail(voucherMail(config.publicUrl, recipient, organisation || null, given)))
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
 * Takes a voucher back, and with it what it opened. While a lab of it runs or an exam is booked it is refused with
 * what would end: that is ended first, by whoever decides it.
 */
export async function revokeVoucher(
  { db }: Pick<Deps, 'db'>,
  { actor, address }: AuditActor,
  id: string,
): Promise<void> {
  if (!/^[0-9a-f-]{36}$/i.test(id)) throw unknown()
  await db.transaction(async (tx) => {
    const voucher = await queries.lockVoucher(tx, id)
    if (!voucher) throw unknown()
    if (voucher.state === 'revoked') return
    const running = await queries.listRunning(tx, id)
    if (running.length > 0)
      throw new ApiError('conflict', `Something runs on this voucher: ${running.join(', ')}. End it first.`, {
        extra: { running },
      })
    const reason = 'Revoked by Flagyard'
    await queries.setRevoked(tx, id, reason)
    const closed = await revokeEntitlements(tx, id, reason)
    await recordAudit(tx, {
      actor,
      action: 'vouchers.revoke',
      subject: { type: 'voucher', id },
      before: { state: voucher.state, used: voucher.used },
      after: { state: 'revoked', access_closed: closed.length },
      address,
    })
  })
}

const unknown = () => new ApiError('not_found', 'There is no such voucher.')
