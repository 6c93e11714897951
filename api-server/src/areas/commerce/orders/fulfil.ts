import { randomUUID } from 'node:crypto'
import { paths } from '@flagyard/api-types/links'
import { MAX_GIFT_DAYS } from '@flagyard/api-types/schemas'
import type { Db } from '../../../db/open.ts'
import { invalidField } from '../../../errors.ts'
import { prepareMail, queueMail } from '../../../mail/outbox.ts'
import { grant, readLedger } from '../../catalogue/entitlements/index.ts'
import { lockAccountNoKey } from '../../platform/auth/index.ts'
import { hasExam, openAttempt } from '../../training/exam-attempts/index.ts'
import {
  columnOf,
  consumeUse,
  listContentPaths,
  type NewVoucher,
  newCode,
  queueUseWebhook,
  seatVouchers,
  targetOf,
  voucherMail,
} from '../vouchers/index.ts'
import { orderMail } from './mails.ts'
import { type OrderRow, setOrderState } from './queries.ts'
import { assertTransition } from './transitions.ts'

type Mail = Awaited<ReturnType<typeof prepareMail>>
type SeatVoucher = NewVoucher & { id: string; code: string; seat: number }

interface Fulfilment {
  vouchers: SeatVoucher[]
  ownMail: Mail
  passOnMail: Mail
  /** For a buyer who already has part of the content through another order. */
  twiceMail: Mail
  recipientMails: Mail[]
}

/** A single seat that is not a gift belongs to the buyer: its content opens right away. */
export const isForBuyer = ({ quantity, gift }: Pick<OrderRow, 'quantity' | 'gift'>) => quantity === 1 && !gift

/** Creates the codes and renders the mails. This is slow, so it runs before any row is locked. */
export async function prepareFulfilment(
  publicUrl: string,
  order: OrderRow,
  buyer: { id: string; email: string; full_name: string },
  contentPath: string,
): Promise<Fulfilment> {
  const vouchers = seatsOf(order)
  const titleOf = new Map(order.lines.map(({ id, title }) => [id, title]))
  const recipientMails: Mail[] = []
  // A scheduled job writes the mails of a gift with a delivery date.
  for (const [seat, to] of order.gift_on === null ? order.recipients.entries() : []) {
    const granted = vouchers
      .filter((voucher) => voucher.seat === seat)
      .map((voucher) => ({ title: titleOf.get(idOf(voucher)) ?? order.title, code: voucher.code }))
    if (granted.length === 0) continue
    const envelope = { to, from: buyer.full_name, about: `order:${order.id}`, message: order.gift_message }
    recipientMails.push(await prepareMail(voucherMail(publicUrl, envelope, granted, `order:${order.id}:seat:${seat}`)))
  }
  return {
    vouchers,
    recipientMails,
    ownMail: await prepareMail(orderMail(order, buyer, publicUrl, contentPath)),
    passOnMail: await prepareMail(orderMail(order, buyer, publicUrl, null)),
    twiceMail: await prepareMail(orderMail(order, buyer, publicUrl, null, true)),
  }
}

const idOf = ({ course_id, lab_id, exam_id }: NewVoucher) => course_id ?? lab_id ?? exam_id ?? ''

function seatsOf(order: OrderRow): SeatVoucher[] {
  const batchId = randomUUID()
  return order.lines.flatMap((line) =>
    Array.from({ length: order.quantity - line.first_seat }, (_, index) => {
      const seat = index + line.first_seat
      return {
        id: randomUUID(),
        code: newCode(),
        kind: line.kind,
        ...columnOf(line.kind, line.id),
        order_id: order.id,
        seat,
        batch_id: batchId,
        // Vouchers of an organisation have no owner: its managers assign them on the seats page.
        owner_id: order.organisation_id !== null && !isForBuyer(order) ? null : order.user_id,
        organisation: order.billing?.company ?? null,
        organisation_id: order.organisation_id,
        recipient: order.recipients[seat] ?? null,
        mail_waits: order.gift_on !== null && seat < order.recipients.length,
        mail_after: order.gift_on === null ? null : giftTime(order.gift_on),
      }
    }),
  )
}

/** Creates the vouchers of a paid, locked order and activates the buyer's own seat. Idempotent: seats are unique in the database. */
export async function fulfilOrder(tx: Db, order: OrderRow, prepared: Fulfilment): Promise<void> {
  assertTransition(order.state, 'fulfilled')
  await lockAccountNoKey(tx, order.user_id)
  const inserted = await seatVouchers.insert(tx, prepared.vouchers)
  let grantCount = 0
  let ownedCount = 0
  if (isForBuyer(order)) {
    const ledger = await readLedger(tx, order.user_id)
    for (const voucher of inserted) {
      // The buyer has access by other means by now: the voucher stays unused and can be passed on.
      const isOwned = voucher.exam_id
        ? await hasExam(tx, order.user_id, voucher.exam_id)
        : ledger.accessTo(targetOf(voucher)).granted
      if (isOwned) {
        ownedCount += 1
        continue
      }
      await consumeUse(tx, voucher, order.user_id)
      const source = order.kind === 'bundle' ? 'bundle' : 'purchase'
      const ids = { userId: order.user_id, orderId: order.id, voucherId: voucher.id }
      if (!(await grant(tx, { ...ids, ...targetOf(voucher), source }))) continue
      grantCount += 1
      if (voucher.exam_id) await openAttempt(tx, order.user_id, voucher.exam_id)
      const line = order.lines.find((one) => one.id === idOf(voucher))
      await queueUseWebhook(tx, voucher, line ?? order)
    }
  }
  await setOrderState(tx, order.id, 'fulfilled')
  const { twiceMail, ownMail, passOnMail } = prepared
  await queueMail(tx, ownedCount > 0 ? twiceMail : grantCount > 0 ? ownMail : passOnMail)
  for (const mail of prepared.recipientMails) await queueMail(tx, mail)
}

/** Hour of the day at which gifts are sent, in UTC. */
const GIFT_HOUR = 9
const DAY_MS = 86_400_000

/** Time at which a gift for this day is sent. */
export const giftTime = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) + GIFT_HOUR * 3_600_000)

/** Rejects a day in the past, or more than MAX_GIFT_DAYS ahead. */
export function assertGiftDay(now: Date, day: string, field: string): void {
  if (day < now.toISOString().slice(0, 10)) throw invalidField(field, 'This date is in the past')
  if (giftTime(day).getTime() - now.getTime() > (MAX_GIFT_DAYS + 1) * DAY_MS)
    throw invalidField(field, 'Choose a day within a year from today')
}

type Ordered = Pick<OrderRow, 'id' | 'kind' | 'slug' | 'target_id'>

/** Paths of the buyers' content, by order id. A bundle opens several courses, so it leads to the dashboard. */
export async function findContentPaths(db: Db, orders: Ordered[]): Promise<Map<string, string>> {
  const single = orders.flatMap(({ id, kind, slug, target_id }) =>
    kind === 'bundle' ? [] : [{ id, kind, slug, lab_id: kind === 'lab' ? target_id : null }],
  )
  const found = await listContentPaths(db, single)
  const pathOf = new Map(single.map(({ id }, index) => [id, found[index]]))
  return new Map(orders.map(({ id }) => [id, pathOf.get(id) ?? paths.dashboard]))
}

export async function findContentPath(db: Db, order: Ordered): Promise<string> {
  return (await findContentPaths(db, [order])).get(order.id) ?? paths.dashboard
}
