import { creditNoteOf, invoiceOf, linesOf, placeOf, priceOrder, taxOrder } from '../../areas/commerce/orders/index.ts'
import type { Billing, ContentKind, OrderKind, OrderState, OrderVisibility } from '../../db/schema/index.ts'
import { catalogue } from '../catalogue/catalogue.ts'
import { ABUSER, adminId, type Learner, learnerId, learners } from '../people.ts'
import { after, codeOf, createRandom, DAY, idOf, MINUTE } from '../random.ts'
import type { Rows } from '../rows.ts'
import { SELLER, sellerAt } from './seller.ts'

export type Buyer = Pick<Learner, 'id' | 'username' | 'name' | 'company'>

interface Sale {
  /** Unique key of the sale. */
  key: string
  buyer: Buyer
  kind: OrderKind
  slug: string
  at: Date
  quantity?: number
  gift?: boolean
  state?: OrderState
  provider?: 'demo' | 'invoice'
  /** Organisation that it is bought for. */
  organisation?: { id: string; billing: Billing }
  visibility?: OrderVisibility
  /** Recipients of the first seats. */
  recipients?: string[]
}

export const sam: Buyer = { id: learnerId, username: 'learner', name: 'Sam Rivera', company: null }

/** Standard VAT rates of the member states that buyers live in, as in a new database. */
const RATES = new Map(
  Object.entries({
    AT: 2000,
    CZ: 2100,
    DE: 1900,
    DK: 2500,
    ES: 2100,
    FI: 2550,
    FR: 2000,
    GR: 2400,
    IE: 2300,
    IT: 2200,
    NL: 2100,
    PL: 2300,
    PT: 2300,
    RO: 2100,
    SE: 2500,
  }),
)

/** An order with the rows that follow from its state: vouchers, and an entitlement for the buyer's own seat. */
export function sell(rows: Rows, sale: Sale): void {
  const { key, buyer, kind, slug, at, quantity = 1, gift = false, state = 'fulfilled', provider = 'demo' } = sale
  const id = idOf(`order ${key}`)
  const { title, amount, opens } = goods(kind, slug)
  const paid = state === 'fulfilled' || state === 'refunded' || state === 'disputed'
  const paid_at = paid ? after(at, provider === 'invoice' ? 9 * DAY : 3 * MINUTE) : null
  const home = rows.users.find((user) => user.id === buyer.id)?.country ?? null
  const place = placeOf(SELLER, sale.organisation?.billing ?? {}, home)
  const charge = taxOrder(amount * quantity, SELLER, place.billing, RATES)
  const total_amount = charge.total
  const currency = 'EUR'
  const parts = opens.map(({ price, ...part }) => ({ ...part, amount: price, owned: false }))
  const priced = priceOrder({ amount, currency }, parts, quantity, gift).parts
  const order = {
    id,
    number: `DEMO-${String(rows.orders.length + 1).padStart(5, '0')}`,
    user_id: buyer.id,
    state,
    state_before_dispute: state === 'disputed' ? ('fulfilled' as const) : null,
    kind,
    target_id: idOf(`${kind} ${slug}`),
    slug,
    title,
    lines: parts.map(({ owned: _, ...part }, index) => ({
      ...part,
      id: idOf(`${part.kind} ${part.slug}`),
      ...(priced[index] ?? { amount: 0, first_seat: 0 as const }),
    })),
    quantity,
    gift,
    recipients: sale.recipients ?? [],
    billing: Object.keys(place.billing).length > 0 ? place.billing : null,
    organisation_id: sale.organisation?.id ?? null,
    visibility: sale.visibility ?? 'seats',
    unit_amount: amount,
    total_amount,
    tax_amount: charge.tax,
    tax_lines: charge.tax_lines,
    tax_evidence: amount > 0 ? place.evidence : null,
    refunded_amount: state === 'refunded' ? total_amount : 0,
    currency,
    provider,
    provider_session: `demo-${id}`,
    created_at: at,
    paid_at,
    fulfilled_at: paid_at,
    closed_at: paid || state === 'awaiting_payment' ? paid_at : after(at, 20 * MINUTE),
  }
  rows.orders.push(order)
  if (!paid_at) return
  const invoice = { ...invoiceOf(order, sellerAt(paid_at), buyer.name), id: idOf(`invoice ${key}`), issued_at: paid_at }
  rows.invoices.push({ ...invoice, number: 0 })
  if (state === 'refunded') {
    const refundId = idOf(`refund ${key}`)
    const created_at = after(at, 6 * DAY)
    rows.refunds.push({
      id: refundId,
      order_id: id,
      amount: total_amount,
      tax_amount: charge.tax,
      reason: 'Refunded within fourteen days',
      actor_id: adminId,
      state: 'done',
      created_at,
    })
    const credit = { refundId, amount: total_amount, tax: charge.tax, lines: linesOf(order) }
    const note = creditNoteOf(invoice, sellerAt(created_at), credit)
    rows.invoices.push({ ...note, id: idOf(`credit note ${key}`), issued_at: created_at, number: 0 })
  }
  const own = quantity === 1 && !gift
  for (const target of opens) {
    for (let seat = 0; seat < quantity; seat++) {
      const voucher_id = idOf(`voucher ${key} ${target.slug} ${seat}`)
      rows.vouchers.push({
        ...targetOf(target.kind, target.slug),
        id: voucher_id,
        code: codeOf(voucher_id),
        order_id: id,
        seat,
        owner_id: sale.organisation && !own ? null : buyer.id,
        organisation: sale.organisation?.billing.company ?? null,
        organisation_id: sale.organisation?.id ?? null,
        recipient: sale.recipients?.[seat] ?? null,
        used: own ? 1 : 0,
        state: !own ? 'available' : (VOUCHER_STATES[state] ?? 'activated'),
        activated_at: own ? paid_at : null,
        suspended_at: state === 'disputed' ? disputedAt(paid_at) : null,
        reason: state === 'refunded' ? 'Refunded within fourteen days' : null,
        created_at: paid_at,
      })
      if (!own) continue
      const source = kind === 'bundle' ? 'bundle' : 'purchase'
      grant(rows, {
        kind: target.kind,
        slug: target.slug,
        user: buyer.id,
        source,
        order_id: id,
        voucher_id,
        at: paid_at,
        state,
      })
    }
  }
}

/** Access suspended by a dispute has the dispute's timestamp. */
const disputedAt = (paidAt: Date) => after(paidAt, 20 * DAY)

const VOUCHER_STATES: Partial<Record<OrderState, 'revoked' | 'suspended'>> = {
  refunded: 'revoked',
  disputed: 'suspended',
}

interface Grant {
  kind: ContentKind
  slug: string
  user: string
  source: 'purchase' | 'voucher' | 'bundle' | 'administrator'
  at: Date
  order_id?: string
  voucher_id?: string
  state?: OrderState
  reason?: string
}

/** A row in the ledger of access. Labs and exams must be started within a year. */
export function grant(rows: Rows, { kind, slug, user, source, at, state, reason, ...from }: Grant): void {
  const days = kind === 'course' ? catalogue.courses.find((course) => course.slug === slug)?.access_days : 365
  rows.entitlements.push({
    ...targetOf(kind, slug),
    ...from,
    id: idOf(`entitlement ${user} ${kind} ${slug} ${at.toISOString()}`),
    user_id: user,
    source,
    starts_at: at,
    ends_at: days ? after(at, days * DAY) : null,
    suspended_at: state === 'disputed' ? disputedAt(at) : null,
    revoked_at: state === 'refunded' ? after(at, 6 * DAY) : null,
    reason: state === 'refunded' ? 'Order refunded' : state === 'disputed' ? 'Payment disputed' : (reason ?? null),
    created_at: at,
  })
}

export function targetOf(kind: ContentKind, slug: string) {
  const id = idOf(`${kind} ${slug}`)
  return {
    kind,
    course_id: kind === 'course' ? id : null,
    lab_id: kind === 'lab' ? id : null,
    exam_id: kind === 'exam' ? id : null,
  }
}

interface Part {
  kind: ContentKind
  slug: string
  title: string
  /** Price in minor units. */
  price: number
}

/** Products, and the content that an order of each one grants. */
function goods(kind: OrderKind, slug: string): { title: string; amount: number; opens: Part[] } {
  const { courses, bundles, labs, exams } = catalogue
  const item = { course: courses, bundle: bundles, lab: labs, exam: exams }[kind].find((each) => each.slug === slug)
  if (!item) throw new Error(`The demo sells no ${kind} ${slug}.`)
  const amount = item.price?.amount ?? 0
  if (kind !== 'bundle') return { title: item.title, amount, opens: [{ kind, slug, title: item.title, price: amount }] }
  const bundled = bundles.find((bundle) => bundle.slug === slug)?.courses ?? []
  const opens = bundled.map((course) => ({ kind: 'course' as const, slug: course, ...partOf(goods('course', course)) }))
  return { title: item.title, amount, opens }
}

const partOf = ({ title, amount }: { title: string; amount: number }) => ({ title, price: amount })

/** Purchases: most learners buy one course, some two or a bundle, a company for its team; a few orders had other outcomes. */
export function addSales(rows: Rows, now: Date): void {
  learners(now).forEach((buyer, index) => {
    if (buyer.state === 'not activated') return
    const random = createRandom(`shopping ${buyer.username}`)
    const days = (now.getTime() - buyer.joined.getTime()) / DAY
    const at = after(buyer.joined, random.between(0.02, Math.min(3, days / 2)) * DAY)
    const other = ODD_ORDERS[index]
    if (other)
      sell(rows, {
        key: `odd ${index}`,
        buyer,
        kind: 'course',
        slug: COURSES[index % 3] ?? COURSES[0],
        at,
        state: other,
      })
    const order = rows.orders.at(-1)
    if (other === 'disputed' && order?.paid_at)
      rows.disputes.push({
        id: idOf(`dispute odd ${index}`),
        order_id: idOf(`order odd ${index}`),
        provider: 'demo',
        number: 'dp_demo',
        amount: order.total_amount,
        reason: 'fraudulent',
        // The bank is waiting for evidence, so that the demo shows this alarm.
        opened_at: disputedAt(order.paid_at),
        due_at: after(now, 2 * DAY),
      })
    if (other) return
    if (index % 8 === 5)
      sell(rows, {
        key: `bundle ${index}`,
        buyer,
        kind: 'bundle',
        slug: index % 16 === 5 ? 'three-clouds' : 'identity-first',
        at,
      })
    else if (index % 9 !== 7) {
      const first = index % 2 || buyer.username === ABUSER ? COURSES[0] : (COURSES[index % 3] ?? COURSES[0])
      sell(rows, { key: `first ${index}`, buyer, kind: 'course', slug: first, at })
      const second = COURSES[(COURSES.indexOf(first) + 1) % 3] ?? COURSES[1]
      const later = after(at, random.between(0.3, 0.6) * (now.getTime() - at.getTime()))
      if (index % 3 === 0) sell(rows, { key: `second ${index}`, buyer, kind: 'course', slug: second, at: later })
    }
  })
  sell(rows, { key: 'sam aws', buyer: sam, kind: 'course', slug: COURSES[0], at: after(now, -38 * DAY) })
  const recipients = ['priya.nair@mail.example']
  const seats = { kind: 'course', slug: COURSES[2], quantity: 3, gift: true, recipients } as const
  sell(rows, { key: 'sam seats', buyer: sam, at: after(now, -5 * DAY), ...seats })
}

export const COURSES = ['aws-red-team-foundations', 'azure-attack-paths', 'google-cloud-offense'] as const

const ODD_ORDERS: Record<number, OrderState> = {
  7: 'awaiting_payment',
  10: 'refunded',
  16: 'cancelled',
  19: 'failed',
  28: 'disputed',
  34: 'refunded',
}
