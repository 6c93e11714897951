import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeOnPostgres } from '../../../../../test/database.ts'
import { SEATS, startRefundRaces } from '../../../../../test/races/refund-races.ts'
import { entitlements, outbox } from '../../../../db/schema/index.ts'
import { mailRefunds } from './mails.ts'

describeOnPostgres('concurrent refunds', () => {
  let on: Awaited<ReturnType<typeof startRefundRaces>>
  beforeAll(async () => {
    on = await startRefundRaces()
  })
  afterAll(() => on.close())

  test('ten clicks on one refund make one refund', async () => {
    const { id, seats } = await on.buy()
    const chosen = [seats[0]!.id]
    const { version, preview } = await on.app.asAdmin.previewRefund({ id, refundChoice: { vouchers: chosen } })
    const refundRequest = { version, preview, reason: 'They asked', vouchers: chosen }
    const clicks = await Promise.allSettled(
      Array.from({ length: 10 }, () => on.app.asAdmin.refundOrder({ id, refundRequest })),
    )
    expect(clicks.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of clicks) if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 409 })
    expect(await on.refundsOf(id)).toHaveLength(1)
    expect(await on.rowOf(id)).toMatchObject({ refunded_amount: 100_00 })
  })

  test('ten concurrent refunds of a seat each all count, and the amounts add up', async () => {
    const { id, seats } = await on.buy()
    let left = seats.map((seat) => seat.id)
    for (let tries = 0; tries < 40 && left.length > 0; tries++) {
      const done = await Promise.allSettled(left.map((seat) => on.refund(id, [seat])))
      left = left.filter((_, at) => done[at]!.status === 'rejected')
    }
    const rows = await on.refundsOf(id)
    expect(rows).toHaveLength(SEATS)
    expect(rows.reduce((sum, { amount }) => sum + amount, 0)).toBe(SEATS * 100_00)
    expect(await on.rowOf(id)).toMatchObject({ state: 'refunded', refunded_amount: SEATS * 100_00 })
  })

  test('a full refund while all seats are being used leaves no access open', async () => {
    const { id, seats } = await on.buy()
    const whole = async () => {
      for (let tries = 0; tries < 50; tries++) {
        try {
          return await on.refund(id)
        } catch (error) {
          expect(error).toMatchObject({ code: 'stale_version' })
        }
      }
      throw new Error('It was never refunded')
    }
    const [refunded] = await Promise.allSettled([whole(), ...on.activateAll(seats)])
    expect(refunded).toMatchObject({ status: 'fulfilled' })
    expect(await on.openOf(id)).toEqual([])
    const late = await Promise.allSettled(on.activateAll(seats))
    expect(late.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(SEATS)
    expect(await on.openOf(id)).toEqual([])
    expect(await on.rowOf(id)).toMatchObject({ state: 'refunded' })
  })

  test('five concurrent jobs write each refund mail once', async () => {
    const { id, seats } = await on.buy()
    await Promise.all(on.activateAll(seats))
    const { id: refundId } = await on.refund(id)
    await Promise.all(Array.from({ length: 5 }, () => mailRefunds(on.app.deps)))
    const mails = await on.db
      .select()
      .from(outbox)
      .where(sql`${outbox.dedupe_key} like ${`refund:${refundId}:%`}`)
    expect(mails).toHaveLength(SEATS + 1)
  })

  test('a refund that waits for a seat being used must be previewed again', async () => {
    const { id, seats } = await on.buy()
    const refunded = await on.whileUsed(seats, () => on.refund(id, [seats[0]!.id]))
    expect(refunded).toMatchObject({ status: 'rejected', reason: { status: 409, code: 'stale_version' } })
    expect(await on.openOf(id)).toHaveLength(1)
    expect(await on.refundsOf(id)).toEqual([])
  })

  test('a refund that waits for a lab being deployed must be previewed again', async () => {
    const { outcome, id, lab } = await on.whileDeploying((bought) => on.refund(bought.id))
    expect(outcome).toMatchObject({ status: 'rejected', reason: { status: 409, code: 'stale_version' } })
    expect(await on.refundsOf(id)).toEqual([])
    expect(lab).toMatchObject({ state: 'queued' })
  })

  test('a refund in the provider’s dashboard revokes what an administrator restores at that moment', async () => {
    const { id, seats, events } = await on.buy()
    await on.activateAll(seats.slice(0, 1))[0]
    const mine = eq(entitlements.voucher_id, seats[0]!.id)
    await on.db.update(entitlements).set({ revoked_at: sql`now()` }).where(mine)
    const outcome = await on.whileHolding(
      await on.app.idOf('user-0'),
      (tx) => tx.update(entitlements).set({ revoked_at: null }).where(mine),
      () => on.deliver(events.refunded()),
    )
    expect(outcome).toMatchObject({ status: 'fulfilled', value: 204 })
    expect(await on.rowOf(id)).toMatchObject({ state: 'refunded' })
    expect(await on.openOf(id)).toEqual([])
  })
})
