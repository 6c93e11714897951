import type { Output } from '@flagyard/api-types/contract/operation'
import { paths } from '@flagyard/api-types/links'
import type { Db } from '../../../db/open.ts'
import type { ContentKind } from '../../../db/schema/index.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError, invalidField } from '../../../errors.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { assertCallLeft } from '../../../limits/consume-attempt.ts'
import { type CallLimits, countCall } from '../../../limits/queries.ts'
import { prepareMail, queueMail } from '../../../mail/outbox.ts'
import { type Access, grant, type Ledger, readLedger } from '../../catalogue/entitlements/index.ts'
import { lockAccountNoKey } from '../../platform/auth/index.ts'
import { queueWebhooks } from '../../platform/webhooks/index.ts'
import { hasExam, openAttempt } from '../../training/exam-attempts/index.ts'
import { codeCandidates, codeForOwner, newCode } from './code.ts'
import { voucherMail, waitsForItsDay } from './mails.ts'
import * as queries from './queries.ts'

type NeededDeps = Pick<Deps, 'db' | 'config' | 'orderNumbers'>
type Learner = Pick<CurrentUser, 'id' | 'email' | 'full_name'>

/**
 * Activates a code: opens its content, exactly once per use. `dry_run` only previews it. Repeated by the same learner, it returns
 * the same result. Strangers get the same error for unknown, used and revoked codes.
 */
export async function activateVoucher(
  deps: Pick<Deps, 'db' | 'orderNumbers' | 'clock'>,
  user: Learner,
  { code, dry_run: dryRun = false }: Output<'activateVoucherPayload'>,
  limits: CallLimits | null,
): Promise<Output<'activation'>> {
  const { db } = deps
  // A call over its limit does not get to know what was found.
  const [attempts, found] = await Promise.all([
    limits && countCall(db, limits),
    queries.findByCode(db, codeCandidates(code)),
  ])
  if (limits && attempts) assertCallLeft(deps, limits, attempts)
  if (!found) throw codeNotUsable()
  const [shared, next] = await Promise.all([sharedWith(deps, user, found), pathOf(db, found)])
  const shown = { ...found, shared, next }
  if (dryRun) return preview(db, user, shown)
  const ends = await db.transaction(async (tx) => {
    const { order_id, id } = found.voucher
    // Pipelined in this order: the ledger is read under the lock, and before the grant.
    const [, ledger, used, row] = await Promise.all([
      lockAccountNoKey(tx, user.id),
      readLedger(tx, user.id),
      queries.consumeUse(tx, found.voucher, user.id),
      grant(tx, {
        userId: user.id,
        ...targetOf(found.voucher),
        source: 'voucher',
        orderId: order_id,
        voucherId: id,
      }),
    ])
    // The two writes changed nothing.
    const earlier = ledger.openedBy(id)
    if (earlier) return endOfUsed(earlier)
    // Throwing rolls both back.
    await assertNotOwned(tx, user, ledger, found)
    if (!used) throw await refusal(tx, user, id)
    if (!row) throw new Error('A voucher opened twice under its lock')
    if (row.exam_id) await openAttempt(tx, user.id, row.exam_id)
    await queueUseWebhook(tx, found.voucher, found)
    return row.ends_at
  })
  return activation(shown, { activated: true, ends })
}

/**
 * The payer of the voucher and what they will see of its use. Shown before activation, so that it surprises no learner. The seats of
 * an organisation belong to no single buyer, so the account that placed the order gets this notice too.
 */
async function sharedWith(
  { db, orderNumbers }: Pick<NeededDeps, 'db' | 'orderNumbers'>,
  user: Learner,
  { voucher: { order_id, owner_id } }: queries.VoucherWithContent,
): Promise<Output<'activation'>['shared']> {
  if (!order_id || owner_id === user.id) return null
  const order = (await orderNumbers.find(db, [order_id])).get(order_id)
  return order ? { with: order.payer, visibility: order.visibility } : null
}

type Shown = queries.VoucherWithContent & Pick<Output<'activation'>, 'shared' | 'next'>

async function preview(db: Db, user: Learner, found: Shown) {
  const ledger = await readLedger(db, user.id)
  const earlier = ledger.openedBy(found.voucher.id)
  if (earlier) return activation(found, { activated: true, ends: endOfUsed(earlier) })
  if (found.state !== 'available') throw await refusal(db, user, found.voucher.id)
  await assertNotOwned(db, user, ledger, found)
  return activation(found, { activated: false, ends: null })
}

/** End of the access that the learner already got with this code. Throws if that access is closed. */
function endOfUsed(access: Access): Date | null {
  if (access.granted) return access.ends_at
  if (access.refusal.code === 'not_yet') return null
  throw new ApiError('conflict', `You have used this code. ${access.refusal.message}`)
}

/** Throws if the content is already open, so that the code stays unused and can be passed on. */
async function assertNotOwned(db: Db, user: Learner, ledger: Ledger, { voucher, title }: queries.VoucherWithContent) {
  const access = ledger.accessTo(targetOf(voucher))
  if (voucher.state !== 'available' || !access.granted) return
  if (voucher.exam_id && !(await hasExam(db, user.id, voucher.exam_id, access))) return
  throw new ApiError('already_owned', `You already have ${title}. The code is still unused, so you can pass it on.`)
}

const codeNotUsable = () =>
  invalidField(
    'code',
    'This code does not work. Please check each group. If it was used, revoked or has expired, ask the person who gave it to you',
  )

/** Tells only the voucher's owner or recipient why it cannot be used. All others get the generic error. */
async function refusal(db: Db, user: Learner, id: string): Promise<ApiError> {
  const found = await queries.findVoucher(db, id)
  if (!found || !isOwnVoucher(user, found)) return codeNotUsable()
  const messages = {
    available: 'This voucher was just used.',
    activated: `This voucher was used on ${found.voucher.activated_at?.toISOString().slice(0, 10)}.`,
    expired: `This voucher expired on ${found.voucher.expires_at?.toISOString().slice(0, 10)}. Please write to us.`,
    suspended: 'This voucher is suspended while its payment is under review.',
    revoked: `This voucher was revoked.${found.voucher.reason ? ` Reason: ${found.voucher.reason}` : ''}`,
  }
  return new ApiError('conflict', messages[found.state])
}

const isOwnVoucher = (user: Learner, { voucher }: queries.VoucherWithContent) =>
  voucher.owner_id === user.id || isRecipient(user, voucher)
const isRecipient = (user: Learner, voucher: queries.VoucherRow) =>
  voucher.recipient !== null && voucher.recipient.toLowerCase() === user.email.toLowerCase()

const activation = (
  { voucher: { kind }, slug, title, access_days, shared, next }: Shown,
  { activated, ends }: { activated: boolean; ends: Date | null },
): Output<'activation'> => ({
  activated,
  kind,
  slug,
  title,
  access_ends_at: ends?.toISOString() ?? null,
  access_days,
  next,
  shared,
})

async function pathOf(db: Db, { voucher: { kind, lab_id }, slug }: queries.VoucherWithContent): Promise<string> {
  const [path = paths.dashboard] = await listContentPaths(db, [{ kind, slug, lab_id }])
  return path
}

interface Content {
  kind: queries.VoucherRow['kind']
  slug: string
  lab_id: string | null
}

/** Page to open for each content, in the given order. A lab leads to its lesson in a published course that contains it, or else to its own page. */
export async function listContentPaths(db: Db, contents: Content[]): Promise<string[]> {
  const labIds = [...new Set(contents.flatMap(({ lab_id }) => lab_id ?? []))]
  const lessonOf = new Map((await queries.listLessonsOfLabs(db, labIds)).map((lesson) => [lesson.lab_id, lesson]))
  return contents.map(({ kind, slug, lab_id }) => {
    if (kind === 'course') return paths.classroom(slug)
    if (kind === 'exam') return paths.examroom(slug)
    const lesson = lessonOf.get(lab_id)
    return lesson ? paths.lesson(lesson.course, lesson) : paths.lab(slug)
  })
}

export async function listMyVouchers(
  { db, orderNumbers }: Pick<Deps, 'db' | 'orderNumbers'>,
  user: Learner & Pick<CurrentUser, 'capabilities' | 'impersonated_by'>,
): Promise<Output<'voucher'>[]> {
  const rows = await queries.listVouchersOf(db, user)
  const numbers = await orderNumbers.find(db, [...new Set(rows.flatMap(({ voucher }) => voucher.order_id ?? []))])
  return rows.map(({ voucher, slug, title, state }) => ({
    id: voucher.id,
    code: codeForOwner(voucher.code, user),
    kind: voucher.kind,
    slug,
    title,
    state,
    uses: voucher.uses,
    used: voucher.used,
    recipient: voucher.recipient,
    expires_at: voucher.expires_at?.toISOString() ?? null,
    activated_at: voucher.activated_at?.toISOString() ?? null,
    order_number: numbers.get(voucher.order_id ?? '')?.number ?? null,
  }))
}

/** Mails a voucher again. The buyer may change its address until its first use; a recipient can only have it sent to themselves. */
export async function resendVoucher(
  { db, config, orderNumbers }: NeededDeps,
  user: Learner,
  { voucher_id, email }: Output<'reSendVoucherPayload'>,
) {
  const found = await queries.findVoucher(db, voucher_id)
  if (!found || !isOwnVoucher(user, found)) throw new ApiError('not_found', 'You have no such voucher.')
  if (found.state !== 'available') throw await refusal(db, user, voucher_id)
  const isOwner = found.voucher.owner_id === user.id
  if (email && !isOwner && email.toLowerCase() !== user.email.toLowerCase())
    throw invalidField('email', 'Only the buyer of this voucher can send it to another address')
  const to = email ?? (isOwner ? (found.voucher.recipient ?? user.email) : user.email)
  const isReassigned = isOwner && email !== undefined && email.toLowerCase() !== found.voucher.recipient?.toLowerCase()
  // A code without a recipient may have been shared by other means, so reassigning replaces it too.
  const code = isReassigned ? newCode() : found.voucher.code
  const { expires_at, order_id } = found.voucher
  const waits = found.waits_until !== null
  if (waits && !isReassigned) throw waitsForItsDay(found.waits_until)
  const message = (await orderNumbers.find(db, order_id ? [order_id] : [])).get(order_id ?? '')?.gift_message
  const from = isOwner ? user.full_name : null
  const mail = await prepareMail(
    voucherMail(config.publicUrl, { to, from, about: `voucher:${voucher_id}`, message }, [
      { title: found.title, code, expires_at },
    ]),
  )
  await db.transaction(async (tx) => {
    if (isReassigned) {
      const assigned = await queries.assignVouchers(tx, [{ id: voucher_id, recipient: email, code, mail_waits: waits }])
      if (assigned.length === 0) throw await refusal(tx, user, voucher_id)
    }
    if (waits) return
    await queueMail(tx, mail)
  })
  return {
    message: found.waits_until
      ? `The voucher goes to ${to} on ${found.waits_until.toISOString().slice(0, 10)}.`
      : `The voucher is on its way to ${to}.`,
  }
}

interface Target {
  course_id?: string | null
  lab_id?: string | null
  exam_id?: string | null
}

/** The voucher's content as a target of the ledger. */
export const targetOf = (row: Target) => ({
  ...(row.course_id ? { course: row.course_id } : {}),
  ...(row.lab_id ? { lab: row.lab_id } : {}),
  ...(row.exam_id ? { exam: row.exam_id } : {}),
})

/** Column of a voucher that refers to its content, with its id. */
export const columnOf = (kind: ContentKind, id: string) =>
  kind === 'course' ? { course_id: id } : kind === 'lab' ? { lab_id: id } : { exam_id: id }

/** Reports that a seat of an order was used. Vouchers without an order are not seats. */
export async function queueUseWebhook(
  tx: Db,
  voucher: Pick<queries.VoucherRow, 'id' | 'order_id' | 'seat' | 'kind'>,
  { slug, title }: { slug: string; title: string },
) {
  const { id, order_id, seat, kind } = voucher
  if (order_id === null || seat === null) return
  await queueWebhooks(tx, [{ type: 'seat.used', data: { order_id, voucher_id: id, seat, kind, slug, title } }])
}
