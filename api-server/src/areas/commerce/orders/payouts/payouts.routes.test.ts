import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, testConfig } from '../../../../../test/app.ts'
import { makeCourse } from '../../../../../test/catalogue.ts'
import { createManualQueue, type ManualQueue } from '../../../../../test/fixtures/manual-queue.ts'
import { deliver, eventsOf, startStripeDouble, stripeEvent } from '../../../../../test/servers/stripe-double.ts'
import { payouts } from '../../../../db/schema/index.ts'

let app: TestApp
let stripe: Awaited<ReturnType<typeof startStripeDouble>>
let queue: ManualQueue
beforeAll(async () => {
  stripe = await startStripeDouble()
  queue = createManualQueue(() => app.deps)
  app = await startTestApp({ config: testConfig({ stripe: stripe.settings }), deps: { queue } })
  await makeCourse(app.deps.db, 'aws')
})
afterAll(async () => {
  await app.close()
  stripe.close()
})

let buyers = 0
async function pay() {
  const api = app.as(`buyer-${++buyers}`)
  const { order_id: id } = await api.purchaseCourse({
    purchaseCoursePayload: { slug: 'aws', quantity: 1 },
  })
  await deliver(app.app, eventsOf({ id, amount: 100_00 }).paid())
  return { id, number: (await api.getOrder({ id })).number }
}
const happened_at = new Date('2026-11-20T10:00:00Z')
const line = (number: string, kind: 'payment' | 'refund' | 'dispute' | 'fee', net: number, payment: string | null) => ({
  number,
  kind,
  net,
  payment,
  happened_at,
  amount: net,
  fee: 0,
})
const payoutEvent = (id: string, amount: number, type = 'payout.paid') =>
  stripeEvent(type, { object: 'payout', id, amount, currency: 'eur', arrival_date: 1_795_000_000 })
const found = async (number: string) => (await app.deps.db.select().from(payouts).where(eq(payouts.number, number)))[0]!

test('a payout is read line by line and matched with orders; unmatched lines are counted and listed', async () => {
  const [one, two] = [await pay(), await pay()]
  stripe.pay('po_one', [
    line('txn_1', 'payment', 97_00, `pi_${one.id}`),
    line('txn_2', 'payment', 97_00, `pi_${two.id}`),
    line('txn_3', 'refund', -100_00, `pi_${one.id}`),
    line('txn_4', 'dispute', -115_00, `pi_${two.id}`),
    line('txn_5', 'payment', 50_00, 'pi_of_another_shop'),
    line('txn_6', 'fee', -2_00, null),
  ])
  expect(await deliver(app.app, payoutEvent('po_one', 27_00))).toBe(204)
  await queue.work()
  const { id } = await found('po_one')
  expect(await app.asAdmin.getPayout({ id })).toMatchObject({
    number: 'po_one',
    state: 'paid',
    amount: 27_00,
    lines_amount: 27_00,
    currency: 'EUR',
    unmatched: 1,
  })
  const { data: lines } = await app.asAdmin.listPayoutLines({ filter: JSON.stringify({ payout: id }) })
  expect(lines.map(({ number, kind, order }) => [number, kind, order]).toSorted()).toEqual([
    ['txn_1', 'payment', one.number],
    ['txn_2', 'payment', two.number],
    ['txn_3', 'refund', one.number],
    ['txn_4', 'dispute', two.number],
    ['txn_5', 'payment', null],
    ['txn_6', 'fee', null],
  ])
  const foreign = await app.asAdmin.listPayoutLines({ filter: JSON.stringify({ payout: id, unmatched: true }) })
  expect(foreign.data).toMatchObject([{ number: 'txn_5', order_id: null }])
  const { data } = await app.asAdmin.listPayouts({ filter: JSON.stringify({ unmatched: true }) })
  expect(data).toMatchObject([{ number: 'po_one' }])
})

test('a payout with many pages is read to the end', async () => {
  const lines = Array.from({ length: 230 }, (_, at) => line(`txn_many_${at}`, 'fee', -1, null))
  stripe.pay('po_many', lines)
  await deliver(app.app, payoutEvent('po_many', -230))
  stripe.asked.splice(0)
  await queue.work()
  const { id } = await found('po_many')
  expect(await app.asAdmin.getPayout({ id })).toMatchObject({ lines_amount: -230, unmatched: 0 })
  expect((await app.asAdmin.listPayoutLines({ filter: JSON.stringify({ payout: id }) })).total).toBe(230)
  expect(stripe.asked.map(({ parameters }) => parameters.starting_after)).toEqual([
    undefined,
    'txn_many_99',
    'txn_many_199',
  ])
})

test('reading a payout again, or its failure after payment, leaves the lines unchanged and shows the failure', async () => {
  stripe.pay('po_twice', [line('txn_twice', 'fee', -1, null)])
  for (const _ of [1, 2]) await deliver(app.app, payoutEvent('po_twice', -1))
  await queue.work()
  await deliver(app.app, payoutEvent('po_twice', -1, 'payout.failed'))
  await deliver(app.app, payoutEvent('po_twice', -1))
  await queue.work()
  const { id } = await found('po_twice')
  expect(await app.asAdmin.getPayout({ id })).toMatchObject({ state: 'failed', lines_amount: -1 })
  expect((await app.asAdmin.listPayoutLines({ filter: JSON.stringify({ payout: id }) })).total).toBe(1)
})

test('a payout stays unread while Stripe does not answer, and the job retries it', async () => {
  stripe.pay('po_later', [line('txn_later', 'fee', -1, null)])
  await deliver(app.app, payoutEvent('po_later', -1))
  stripe.fail()
  await expect(queue.work()).rejects.toThrow()
  stripe.fail(false)
  expect((await found('po_later')).read_at).toBeNull()
  await queue.run('orders.read_payouts')
  await queue.work()
  expect((await found('po_later')).read_at).not.toBeNull()
})
