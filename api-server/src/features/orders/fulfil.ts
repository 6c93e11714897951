import { randomUUID } from 'node:crypto'
import type { Db } from '../../db/open.ts'
import { prepareMail, queueMail } from '../../mail/outbox.ts'
import { lockAccountNoKey } from '../auth/service.ts'
import { grant, readLedger } from '../entitlements/service.ts'
import { newCode } from '../vouchers/code.ts'
import { voucherMail } from '../vouchers/mails.ts'
import { columnOf, targetOf } from '../vouchers/opens.ts'
import { consumeUse, insertVouchers, type NewVoucher } from '../vouchers/service.ts'
import { orderMail } from './mails.ts'
import { type OrderRow, setState } from './queries.ts'
import { assertTransition } from './transitions.ts'

type Mail = Awaited<ReturnType<typeof prepareMail>>
type SeatVoucher = NewVoucher & { id: string; code: string; seat: number }

interface Fulfilment {
  vouchers: SeatVoucher[]
  ownMail: Mail
  passOnMail: Mail
  recipientMails: Mail[]
}

/** Seat 0 of a single order that is no gift belongs to the buyer and opens at once. */
export const isForBuyer = ({ quantity, gift }: Pick<OrderRow, 'quantity' | 'gift'>) => quantity === 1 && !gift

/** Makes the codes and renders the mails, which takes time, before any row is held. */
export async function prepareFulfilment(
  publicUrl: string,
  order: OrderRow,
  buyer: { id: string; email: string; full_name: string },
): Promise<Fulfilment> {
  const vouchers = seatsOf(order)
  const titleOf = new Map(order.lines.map(({ id, title }) => [id, title]))
  const recipientMails: Mail[] = []
  for (const [seat, to] of order.recipients.entries()) {
    const given = vouchers
      .filter((voucher) => voucher.seat === seat)
      .map((voucher) => ({ title: titleOf.get(idOf(voucher)) ?? order.title, code: voucher.code }))
    const key = `order:${order.id}:seat:${seat}`
    if (given.length > 0)
      recipientMails.push(await prepareMail(voucherMail(publicUrl, to, buyer.full_name, given, key)))
  }
  return {
    vouchers,
    recipientMails,
    ownMail: await prepareMail(orderMail(order, buyer, publicUrl, true)),
    passOnMail: await prepareMail(orderMail(order, buyer, publicUrl, false)),
  }
}

const idOf = ({ course_id, lab_id, exam_id }: NewVoucher) => course_id ?? lab_id ?? exam_id ?? ''

function seatsOf(order: OrderRow): SeatVoucher[] {
  const batch = randomUUID()
  return order.lines.flatMap((line) =>
    Array.from({ length: order.quantity - line.first_seat }, (_, at) => {
      const seat = at + line.first_seat
      return {
        id: randomUUID(),
        code: newCode(),
        kind: line.kind,
        ...columnOf(line.kind, line.id),
        order_id: order.id,
        seat,
        batch_id: batch,
        owner_id: order.user_id,
        organisation: order.billing?.company ?? null,
        recipient: order.recipients[seat] ?? null,
      }
    }),
  )
}

/**
 * Turns a paid, locked order into its vouchers, and for a seat of the buyer's own into access, in the caller's transaction.
 * Seats are unique in the database, so doing it again makes no second batch.
 */
export async function fulfilOrder(tx: Db, order: OrderRow, prepared: Fulfilment): Promise<void> {
  assertTransition(order.state, 'fulfilled')
  await lockAccountNoKey(tx, order.user_id)
  const made = await insertVouchers(tx, prepared.vouchers)
  let opened = 0
  if (isForBuyer(order)) {
    const ledger = await readLedger(tx, order.user_id, made.map(targetOf))
    for (const voucher of made) {
      // Opened meanwhile by other means: the voucher stays whole, to be passed on.
      if (ledger(targetOf(voucher)).granted) continue
      await consumeUse(tx, voucher.id)
      const source = order.kind === 'bundle' ? 'bundle' : 'purchase'
      const ids = { userId: order.user_id, orderId: order.id, voucherId: voucher.id }
      if (await grant(tx, { ...ids, ...targetOf(voucher), source })) opened += 1
    }
  }
  await setState(tx, order.id, 'fulfilled')
  await queueMail(tx, opened > 0 ? prepared.ownMail : prepared.passOnMail)
  for (const mail of prepared.recipientMails) await queueMail(tx, mail)
}
