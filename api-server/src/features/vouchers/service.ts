import type { Output } from '@flagyard/api-types/contract/operation'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { ApiError, invalidField } from '../../errors.ts'
import type { CurrentUser } from '../../identity/current-user.ts'
import { prepareMail, queueMail } from '../../mail/outbox.ts'
import { findAccess, grant } from '../entitlements/service.ts'
import { readingsOf } from './code.ts'
import { voucherMail } from './mails.ts'
import * as queries from './queries.ts'

type Base = Pick<Deps, 'db' | 'config'>
type Learner = Pick<CurrentUser, 'id' | 'email' | 'full_name'>

/**
 * Opens what a code holds, exactly once for each of its uses; `dry_run` only looks. Asked again by whoever activated it, it
 * gives the same answer. A stranger reads one and the same refusal for a code that never was, was used or was revoked.
 */
export async function activateVoucher(
  { db }: Pick<Base, 'db'>,
  user: Learner,
  { code, dry_run: dryRun = false }: Output<'activateVoucherPayload'>,
): Promise<Output<'activation'>> {
  const found = await queries.findByCode(db, readingsOf(code))
  if (!found) throw opensNothing()
  if (dryRun) return look(db, user, found)
  return db.transaction(async (tx) => {
    await queries.lockAccount(tx, user.id)
    const earlier = await queries.findActivation(tx, found.voucher.id, user.id)
    if (earlier) return activation(tx, found, true, earlier.ends_at)
    await refuseOwned(tx, user, found)
    if (!(await queries.consumeUse(tx, found.voucher.id))) throw await refusal(tx, user, found.voucher.id)
    const { order_id, id } = found.voucher
    const row = await grant(tx, {
      userId: user.id,
      ...queries.targetOf(found.voucher),
      source: 'voucher',
      orderId: order_id,
      voucherId: id,
    })
    if (!row) throw new Error('A voucher opened twice under its lock')
    return activation(tx, found, true, row.ends_at)
  })
}

async function look(db: Db, user: Learner, found: queries.ShownVoucher) {
  const earlier = await queries.findActivation(db, found.voucher.id, user.id)
  if (earlier) return activation(db, found, true, earlier.ends_at)
  if (found.state !== 'available') throw await refusal(db, user, found.voucher.id)
  await refuseOwned(db, user, found)
  return activation(db, found, false, null)
}

/** A code must not be spent on what is open already: it can still be passed on. */
async function refuseOwned(db: Db, user: Learner, { voucher, title }: queries.ShownVoucher) {
  if (voucher.state !== 'available') return
  const access = await findAccess(db, user.id, queries.targetOf(voucher))
  if (!access.granted) return
  throw new ApiError('already_owned', `You have ${title} already. The code is unused: you can pass it on.`)
}

const opensNothing = () =>
  invalidField(
    'code',
    'This code opens nothing. Please check each group; if it was used or taken back, ask whoever gave it to you',
  )

/** Those whose voucher it is learn what became of it; everybody else learns nothing (attack 7). */
async function refusal(db: Db, user: Learner, id: string): Promise<ApiError> {
  const found = await queries.findVoucher(db, id)
  if (!found || !isMine(user, found)) return opensNothing()
  const words = {
    available: 'This voucher was used just now.',
    activated: `This voucher was used on ${found.voucher.activated_at?.toISOString().slice(0, 10)}.`,
    expired: `This voucher expired on ${found.voucher.expires_at?.toISOString().slice(0, 10)}. Please write to us.`,
    suspended: 'This voucher is paused while its payment is looked at.',
    revoked: `This voucher was taken back.${found.voucher.reason ? ` Reason: ${found.voucher.reason}` : ''}`,
  }
  return new ApiError('conflict', words[found.state])
}

const isMine = (user: Learner, { voucher }: queries.ShownVoucher) =>
  voucher.owner_id === user.id || isRecipient(user, voucher)
const isRecipient = (user: Learner, voucher: queries.VoucherRow) =>
  voucher.recipient !== null && voucher.recipient.toLowerCase() === user.email.toLowerCase()

async function activation(
  db: Db,
  { voucher, slug, title }: queries.ShownVoucher,
  activated: boolean,
  ends: Date | null,
) {
  return {
    activated,
    kind: voucher.kind,
    slug,
    title,
    access_ends_at: ends?.toISOString() ?? null,
    next: await placeOf(db, voucher.kind, slug, voucher.lab_id),
  }
}

/** Where what was opened is found: a lab alone lives in the classroom of its course (DOMAIN §5). */
export async function placeOf(
  db: Db,
  kind: queries.VoucherRow['kind'],
  slug: string,
  labId: string | null,
): Promise<string> {
  if (kind === 'course') return `/classroom/${slug}`
  if (kind === 'exam') return `/examroom/${slug}`
  const classroom = labId ? await queries.findClassroomOfLab(db, labId) : null
  return classroom ? `/classroom/${classroom}` : `/courses?lab=${slug}`
}

export async function listMyVouchers({ db }: Pick<Base, 'db'>, user: Learner): Promise<Output<'voucher'>[]> {
  const rows = await queries.listVouchersOf(db, user)
  return rows.map(({ voucher, slug, title, state, order_number }) => ({
    id: voucher.id,
    code: voucher.code,
    kind: voucher.kind,
    slug,
    title,
    state,
    uses: voucher.uses,
    used: voucher.used,
    recipient: voucher.recipient,
    expires_at: voucher.expires_at?.toISOString() ?? null,
    activated_at: voucher.activated_at?.toISOString() ?? null,
    order_number,
  }))
}

/** Mails a voucher again. Its buyer may give it to another address until it is first used; others only to themselves. */
export async function resendVoucher(
  { db, config }: Base,
  user: Learner,
  { voucher_id, email }: Output<'reSendVoucherPayload'>,
) {
  const found = await queries.findVoucher(db, voucher_id)
  if (!found || !isMine(user, found)) throw new ApiError('not_found', 'There is no such voucher of yours.')
  if (found.state !== 'available') throw await refusal(db, user, voucher_id)
  const owner = found.voucher.owner_id === user.id
  if (email && !owner && email.toLowerCase() !== user.email.toLowerCase())
    throw invalidField('email', 'Only whoever bought this voucher can give it to another address')
  const to = email ?? (owner ? (found.voucher.recipient ?? user.email) : user.email)
  const { code, expires_at } = found.voucher
  const mail = await prepareMail(
    voucherMail(config.publicUrl, to, owner ? user.full_name : null, [{ title: found.title, code, expires_at }]),
  )
  await db.transaction(async (tx) => {
    if (owner && email && email !== found.voucher.recipient && !(await queries.assignVoucher(tx, voucher_id, email)))
      throw await refusal(tx, user, voucher_id)
    await queueMail(tx, mail)
  })
  return { message: `The voucher is on its way to ${to}.` }
}
