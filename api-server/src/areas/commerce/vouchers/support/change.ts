import type { Output } from '@flagyard/api-types/contract/operation'
import { recordAudit } from '../../../../audit-log/record.ts'
import type { Tx } from '../../../../db/open.ts'
import { isUuid } from '../../../../db/sql.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError, invalidField } from '../../../../errors.ts'
import type { AuditActor } from '../../../../identity/current-user.ts'
import { prepareMail, queueMail } from '../../../../mail/outbox.ts'
import { newCode } from '../code.ts'
import { voucherMail, waitsForItsDay } from '../mails.ts'
import { findVoucher, lockVoucher, updateVoucher, type VoucherWithContent } from '../queries.ts'
import { possibleWith } from './page.ts'

type NeededDeps = Pick<Deps, 'db' | 'config'>

/** Finds a voucher by id, or throws `not_found`. */
export async function findKnown(db: Deps['db'] | Tx, id: string): Promise<VoucherWithContent> {
  const found = isUuid(id) ? await findVoucher(db, id) : undefined
  if (!found) throw new ApiError('not_found', 'There is no such voucher.')
  return found
}

/**
 * Mails a voucher again. Sending it to another address reassigns it. This is possible only while it is unused, and replaces the
 * code, because the old one is in another mailbox.
 */
export async function sendVoucher(
  { db, config }: NeededDeps,
  auditActor: AuditActor,
  id: string,
  { version, email }: Output<'voucherSending'>,
): Promise<{ message: string }> {
  const found = await findKnown(db, id)
  const { recipient } = found.voucher
  const to = email ?? recipient
  if (!to) throw invalidField('email', 'This voucher has no recipient yet. Enter an address')
  if (found.waits_until) throw waitsForItsDay(found.waits_until)
  const isHandedOver = to.toLowerCase() !== recipient?.toLowerCase()
  const code = isHandedOver ? newCode() : found.voucher.code
  const mail = await prepareVoucherMail(config.publicUrl, found, { to, code })
  await db.transaction(async (tx) => {
    const voucher = await lockAsSeen(tx, id, version, 'send')
    if (isHandedOver && voucher.used > 0)
      throw new ApiError('conflict', 'It was partly used, so it cannot be sent to another address.')
    if (isHandedOver) await updateVoucher(tx, id, { recipient: to, code, mail_waits: false })
    await queueMail(tx, mail)
    await recordAudit(tx, {
      ...auditActor,
      action: 'vouchers.send',
      subject: { type: 'voucher', id },
      ...(isHandedOver && { before: { recipient: voucher.recipient } }),
      after: { ...(isHandedOver && { recipient: to, new_code: true }), mailed_to: to },
    })
  })
  return { message: `The voucher is on its way to ${to}.` }
}

const prepareVoucherMail = (
  publicUrl: string,
  { voucher: { id, organisation, expires_at }, title }: VoucherWithContent,
  { to, code }: { to: string; code: string },
) =>
  prepareMail(voucherMail(publicUrl, { to, from: organisation, about: `voucher:${id}` }, [{ title, code, expires_at }]))

/** Replaces the code of a voucher. Existing access stays; the old code stops working. */
export async function renewVoucher(
  { db, config }: NeededDeps,
  auditActor: AuditActor,
  id: string,
  { version, reason, send }: Output<'voucherRenewal'>,
): Promise<void> {
  const found = await findKnown(db, id)
  const code = newCode()
  const { recipient } = found.voucher
  if (send && !recipient) throw invalidField('send', 'This voucher has no recipient, so it cannot be mailed')
  if (send && found.waits_until) throw waitsForItsDay(found.waits_until)
  const mail = send && recipient ? await prepareVoucherMail(config.publicUrl, found, { to: recipient, code }) : null
  await db.transaction(async (tx) => {
    await lockAsSeen(tx, id, version, 'renew')
    // A scheduled gift is still mailed on its day, with the new code.
    await updateVoucher(tx, id, { code, ...(found.waits_until === null && { mail_waits: false }) })
    if (mail) await queueMail(tx, mail)
    await recordAudit(tx, {
      ...auditActor,
      action: 'vouchers.renew',
      subject: { type: 'voucher', id },
      after: { new_code: true, ...(mail && { mailed_to: recipient }) },
      reason,
    })
  })
}

/** Changes the expiry of a voucher. An expired voucher becomes usable again. */
export async function changeExpiry(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  auditActor: AuditActor,
  id: string,
  { version, expires_at, reason }: Output<'voucherExpiry'>,
): Promise<void> {
  await findKnown(db, id)
  const expires = expires_at === null ? null : new Date(expires_at)
  if (expires && expires <= clock.now()) throw invalidField('expires_at', 'This date is in the past')
  await db.transaction(async (tx) => {
    const before = await lockAsSeen(tx, id, version, 'change_expiry')
    await updateVoucher(tx, id, { expires_at: expires, state: 'available' })
    await recordAudit(tx, {
      ...auditActor,
      action: 'vouchers.update',
      subject: { type: 'voucher', id },
      before: { expires_at: before.expires_at },
      after: { expires_at },
      reason,
    })
  })
}

/** Locks the voucher, then checks its version and that its state permits the action. */
async function lockAsSeen(tx: Tx, id: string, version: number, action: keyof typeof NOT_POSSIBLE) {
  const { voucher, state } = await lockVoucher(tx, id)
  if (voucher.version !== version)
    throw new ApiError('stale_version', 'This voucher was changed in the meantime. Reload and try again.')
  if (!possibleWith({ ...voucher, state })[action]) throw new ApiError('conflict', NOT_POSSIBLE[action])
  return voucher
}

const NOT_POSSIBLE = {
  send: 'Only a voucher that can still be used can be mailed.',
  renew: 'Only a voucher that can still be used can get a new code.',
  change_expiry: 'Only a voucher that is not used up, suspended or revoked can get another expiry date.',
}
