import type { Accepted } from '@flagyard/api-types/contract/operation'
import type { Deps } from '../../../../deps.ts'
import { ApiError } from '../../../../errors.ts'
import type { CurrentUser } from '../../../../identity/current-user.ts'
import { listMailsAbout } from '../../../../mail/queries.ts'
import { findTaxIdCheck } from '../../organisations/index.ts'
import { seatVouchers } from '../../vouchers/index.ts'
import { presentRefund } from '../refunds/admin-service.ts'
import { listDisputesOf } from '../refunds/queries.ts'
import { allowedOnOrder } from '../transitions.ts'
import * as queries from './queries.ts'
import { orderTimeline } from './timeline.ts'

/** Order details for administrators. The number of queries does not depend on the number of seats. */
export async function readAdminOrder(
  { db }: Pick<Deps, 'db'>,
  caller: CurrentUser,
  id: string,
): Promise<Accepted<'adminOrder'>> {
  const order = await queries.findForPage(db, id)
  if (!order) throw new ApiError('not_found', 'There is no such order.')
  const [payments, refunds, documents, done, mails, seats, disputes, tax_id_check, also_paid_by] = await Promise.all([
    queries.listPaymentEventsOf(db, order.id),
    queries.listRefundsOf(db, order.id),
    queries.listDocumentsOf(db, order.id),
    queries.listAuditOf(db, order.id),
    listMailsAbout(db, [`order:${order.id}`]),
    seatVouchers.countByState(db, order.id),
    listDisputesOf(db, order.id),
    findTaxIdCheck(db, order.organisation_id, order.billing),
    queries.listTwinsOf(db, order.id),
  ])
  const money = (amount: number) => ({ amount, currency: order.currency })
  return {
    ...queries.presented(order),
    lines: order.lines.map(({ amount, first_seat, ...line }) => ({
      ...line,
      price: money(amount),
      owned: first_seat === 1,
    })),
    unit: money(order.unit_amount),
    discount: money(order.discount_amount),
    billing: order.billing && Object.fromEntries(Object.entries(order.billing)),
    tax_id_check,
    also_paid_by,
    recipients: order.recipients.length,
    seats,
    payment_events: payments,
    refunds: refunds.map((refund) => presentRefund(refund, order, caller)),
    disputes: disputes.map((dispute) => ({ ...dispute, amount: money(dispute.amount) })),
    documents: documents.map(({ total, currency, ...document }) => ({
      ...document,
      total: { amount: total, currency },
    })),
    mails: mails.map(({ about: _, ...mail }) => mail),
    timeline: orderTimeline({ order, payments, refunds, documents, mails, done }),
    allowed: allowedOnOrder(order, caller),
  }
}
