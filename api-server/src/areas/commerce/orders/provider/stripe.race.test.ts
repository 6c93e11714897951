import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, testConfig } from '../../../../../test/app.ts'
import { makeBundle, makeCourse } from '../../../../../test/catalogue.ts'
import { describeOnPostgres, openTestPostgres } from '../../../../../test/database.ts'
import { createManualQueue } from '../../../../../test/fixtures/manual-queue.ts'
import { deliver, eventsOf, type StripeEvent, startStripeDouble } from '../../../../../test/servers/stripe-double.ts'
import {
  orders,
  outbox,
  paymentEvents,
  payoutLines,
  payouts,
  transfers,
  vouchers,
} from '../../../../db/schema/index.ts'
import { sendReminders } from '../transfers/mails.ts'
import { applyReady } from './events.ts'

describeOnPostgres('concurrent payments', () => {
  let app: TestApp
  let stripe: Awaited<ReturnType<typeof startStripeDouble>>
  beforeAll(async () => {
    stripe = await startStripeDouble()
    const queue = createManualQueue(() => app.deps)
    const database = await openTestPostgres()
    app = await startTestApp({ database, config: testConfig({ stripe: stripe.settings }), deps: { queue } })
    await makeCourse(app.deps.db, 'aws')
  })
  afterAll(async () => {
    await app.close()
    stripe.close()
  })

  let buyers = 0
  async function place(quantity: number, billing?: { company: string; country: string }) {
    const api = app.as(`buyer-${++buyers}`)
    const { order_id: id } = await api.purchaseCourse({
      purchaseCoursePayload: {
        slug: 'aws',
        quantity,
        ...(billing && { billing, pay_by: 'transfer' as const }),
      },
    })
    return { id, amount: quantity * 100_00, events: eventsOf({ id, amount: quantity * 100_00 }) }
  }
  const vouchersOf = (id: string) => app.deps.db.select().from(vouchers).where(eq(vouchers.order_id, id))
  const rowOf = async (id: string) => (await app.deps.db.select().from(orders).where(eq(orders.id, id)))[0]!
  const together = (sent: StripeEvent[]) => Promise.all(sent.map((event) => deliver(app.app, event)))

  test('the same event twenty times concurrently creates one batch of vouchers and is stored once', async () => {
    const { id, events } = await place(4)
    const event = events.paid()
    expect(new Set(await together(Array.from({ length: 20 }, () => event)))).toEqual(new Set([204]))
    expect(await vouchersOf(id)).toHaveLength(4)
    const stored = await app.deps.db.select().from(paymentEvents).where(eq(paymentEvents.event_id, event.id))
    expect(stored).toMatchObject([{ outcome: 'applied' }])
    const mails = await app.deps.db
      .select()
      .from(outbox)
      .where(eq(outbox.dedupe_key, `order:${id}:fulfilled`))
    expect(mails).toHaveLength(1)
  })

  test('a course and its bundle paid at the same moment open it once, and the other order is offered for refund', async () => {
    await makeBundle(app.deps.db, 'all', 90_00, [await makeCourse(app.deps.db, 'azure')])
    for (let round = 0; round < 4; round++) {
      const api = app.as(`buyer-${++buyers}`)
      const ask = { slug: 'azure', quantity: 1 }
      const { order_id: single } = await api.purchaseCourse({ purchaseCoursePayload: ask })
      const { order_id: bundle } = await api.purchaseCourseBundle({
        purchaseCourseBundlePayload: { ...ask, slug: 'all' },
      })
      await together([eventsOf({ id: single, amount: 100_00 }).paid(), eventsOf({ id: bundle, amount: 90_00 }).paid()])
      const pages = await Promise.all([single, bundle].map((id) => app.asAdmin.getAdminOrder({ id })))
      const twice = pages.filter(({ also_paid_by }) => also_paid_by.length > 0)
      expect(pages.map(({ state }) => state)).toEqual(['fulfilled', 'fulfilled'])
      expect(twice).toMatchObject([
        { allowed: ['refund'], also_paid_by: [{ id: twice[0]!.id === single ? bundle : single }] },
      ])
      const rule = app.deps.extensions.alarmRules.find(({ kind }) => kind === 'paid_twice')
      const subjects = (await rule!.find(app.deps.db, {} as never)).map(({ subject }) => subject)
      expect(subjects).toEqual([twice[0]!.number])
      const mails = await app.deps.db
        .select()
        .from(outbox)
        .where(eq(outbox.dedupe_key, `order:${twice[0]!.id}:fulfilled`))
      expect(mails[0]!.text).toContain('You already had some or all of this')
      await app.asAdmin.refundOrder(await refundOf(twice[0]!.id))
      expect(await rule!.find(app.deps.db, {} as never)).toEqual([])
    }
  })
  const refundOf = async (id: string) => {
    const { version } = await app.asAdmin.getAdminOrder({ id })
    const { preview } = await app.asAdmin.previewRefund({ id, refundChoice: {} })
    return { id, refundRequest: { version, preview, reason: 'Paid twice' } }
  }

  test('paid, expired, refunded and disputed at the same moment end paid, with each refund counted once', async () => {
    const { id, events } = await place(4)
    const refunds = Array.from({ length: 5 }, () => events.refunded(100_00, 're_same'))
    const sent = [events.expired(), events.paid(), events.succeeded(), ...refunds, events.won(), events.disputed()]
    expect(new Set(await together(sent))).toEqual(new Set([204]))
    await applyReady(app.deps, new AbortController().signal)
    expect(await vouchersOf(id)).toHaveLength(4)
    const order = await rowOf(id)
    expect(order.refunded_amount).toBe(100_00)
    expect(['partially_refunded', 'disputed']).toContain(order.state)
  })

  test('twenty concurrent runs apply waiting events once', async () => {
    const { id, events } = await place(3)
    const row = await rowOf(id)
    await app.deps.db.delete(orders).where(eq(orders.id, id))
    await deliver(app.app, events.paid())
    await app.deps.db.insert(orders).values(row)
    const { signal } = new AbortController()
    await Promise.all(Array.from({ length: 20 }, () => applyReady(app.deps, signal)))
    expect(await vouchersOf(id)).toHaveLength(3)
  })

  test('ten concurrent entries of the last transfer create one entry and one batch of vouchers', async () => {
    const { id, amount } = await place(5, { company: 'Team Ltd', country: 'DE' })
    const { version } = await app.asAdmin.listTransfers({ id })
    const transferInput = { version, amount, received_on: '2026-11-20', reference: 'FY' }
    const entered = await Promise.allSettled(
      Array.from({ length: 10 }, () => app.asAdmin.recordTransfer({ id, transferInput })),
    )
    expect(entered.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of entered) if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 409 })
    expect(await app.deps.db.select().from(transfers).where(eq(transfers.order_id, id))).toHaveLength(1)
    expect(await vouchersOf(id)).toHaveLength(5)
  })

  test('concurrent undos of an entry undo it once', async () => {
    const { id } = await place(5, { company: 'Team Ltd', country: 'DE' })
    const first = await app.asAdmin.listTransfers({ id })
    const entered = await app.asAdmin.recordTransfer({
      id,
      transferInput: { version: first.version, amount: 1_00, received_on: '2026-11-20', reference: 'FY' },
    })
    const undo = () =>
      app.asAdmin.undoTransfer({
        id,
        transfer_id: entered.transfers[0]!.id,
        transferUndo: { version: entered.version, reason: 'Of another order' },
      })
    const undone = await Promise.allSettled(Array.from({ length: 10 }, undo))
    expect(undone.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await app.asAdmin.listTransfers({ id })).toMatchObject({ received: { amount: 0 }, transfers: [{}, {}] })
  })

  test('ten concurrent runs of the reminders send each once', async () => {
    const { id } = await place(5, { company: 'Team Ltd', country: 'DE' })
    await app.deps.db.update(orders).set({ due_at: sql`now()` }).where(eq(orders.id, id))
    await Promise.all(Array.from({ length: 10 }, () => sendReminders(app.deps)))
    const mails = await app.deps.db
      .select()
      .from(outbox)
      .where(and(eq(outbox.kind, 'order_transfer'), eq(outbox.dedupe_key, `order:${id}:transfer:reminder:2`)))
    expect(mails).toHaveLength(1)
    expect((await rowOf(id)).reminders).toBe(2)
  })

  test('a payout reported twice and read five times concurrently has each line once', async () => {
    const { id, events } = await place(2)
    await deliver(app.app, events.paid())
    const happened_at = new Date('2026-11-20T10:00:00Z')
    stripe.pay('po_raced', [
      { number: 'txn_a', kind: 'payment', amount: 200_00, fee: 3_25, net: 196_75, payment: `pi_${id}`, happened_at },
    ])
    const payout = { id: 'po_raced', amount: 196_75, currency: 'eur', arrival_date: 1_795_000_000 }
    const reports = [1, 2].map(() => ({
      id: `evt_${randomUUID()}`,
      object: 'event' as const,
      type: 'payout.paid',
      created: Math.floor(Date.now() / 1000),
      livemode: false,
      data: { object: payout },
    }))
    await together(reports)
    const [row] = await app.deps.db.select().from(payouts)
    const queue = app.deps.queue as ReturnType<typeof createManualQueue>
    await Promise.all(Array.from({ length: 5 }, () => queue.run('orders.read_payout', { id: row!.id })))
    expect(await app.deps.db.select().from(payoutLines)).toMatchObject([{ number: 'txn_a', order_id: id }])
    expect(await app.asAdmin.getPayout({ id: row!.id })).toMatchObject({ lines_amount: 196_75, unmatched: 0 })
  })
})
