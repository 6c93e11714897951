import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, startTestApp, type TestApp } from '../../../../test/app.ts'
import { makeCourse } from '../../../../test/catalogue.ts'
import { describeOnPostgres, openTestPostgres } from '../../../../test/database.ts'
import { createManualQueue } from '../../../../test/fixtures/manual-queue.ts'
import { outbox, vouchers } from '../../../db/schema/index.ts'
import { mailVouchers } from '../vouchers/jobs.ts'

describeOnPostgres('seats on real Postgres', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({
      database: await openTestPostgres(),
      deps: { queue: createManualQueue(() => app.deps) },
    })
    await makeCourse(app.deps.db, 'aws')
  })
  afterAll(() => app.close())

  type Purchase = Parameters<Api['purchaseCourse']>[0]['purchaseCoursePayload']
  async function buy(api: Api, changes: Partial<Purchase> = {}) {
    const { order_id } = await api.purchaseCourse({
      purchaseCoursePayload: { slug: 'aws', quantity: 1, ...changes },
    })
    await api.payDemoOrder({ id: order_id, demoPayment: { outcome: 'paid' } })
    return order_id
  }
  const mailsTo = (...recipients: string[]) =>
    app.deps.db
      .select()
      .from(outbox)
      .where(and(inArray(outbox.recipient, recipients), eq(outbox.kind, 'voucher')))

  test('of twenty concurrent assignments of one seat, one succeeds, with one working code and one mail', async () => {
    const ana = app.as('ana')
    const id = await buy(ana, { gift: true })
    const { seats } = await ana.listOrderSeats({ id })
    const { version } = seats[0]!
    const given = Array.from({ length: 20 }, (_, at) => `racer-${at}@team.example`)
    const results = await Promise.allSettled(
      given.map((email) => ana.assignSeat({ id, seat: '1', seatAssignment: { version, email } })),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await Promise.all([mailVouchers(app.deps), mailVouchers(app.deps)])
    const mails = await mailsTo(...given)
    expect(mails).toHaveLength(1)
    const [voucher] = await app.deps.db.select().from(vouchers).where(eq(vouchers.order_id, id))
    expect(mails[0]).toMatchObject({ recipient: voucher?.recipient })
    expect(mails[0]?.text).toContain(voucher?.code)
    expect(seats[0]?.contents[0]?.code).not.toBe(voucher?.code)
  })

  test('lists pasted in two tabs concurrently fill each seconcurrently', async () => {
    const bea = app.as('bea')
    const id = await buy(bea, { quantity: 5 })
    const paste = (tab: string) =>
      bea.assignSeats({
        id,
        seatAssignments: { recipients: [1, 2, 3].map((at) => `${tab}-${at}@team.example`) },
      })
    const reports = await Promise.all([paste('left'), paste('right')])
    expect(reports.map(({ given }) => given).toSorted()).toEqual([0, 3])
    const { seats } = await bea.listOrderSeats({ id })
    expect(seats.filter(({ recipient }) => recipient !== null)).toHaveLength(3)
  })

  test('four processes mail a gift that is due once', async () => {
    const cleo = app.as('cleo')
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    const recipients = Array.from({ length: 30 }, (_, at) => `gift-${at}@team.example`)
    const id = await buy(cleo, { quantity: 30, gift: true, recipients, gift_on: tomorrow })
    await mailVouchers(app.deps)
    expect(await mailsTo(...recipients)).toEqual([])
    await app.deps.db.update(vouchers).set({ mail_after: new Date() }).where(eq(vouchers.order_id, id))
    await Promise.all(Array.from({ length: 4 }, () => mailVouchers(app.deps)))
    const mails = await mailsTo(...recipients)
    expect(mails.map(({ recipient }) => recipient).toSorted()).toEqual(recipients.toSorted())
  })

  test('a seat reassigned and used at the same moment ends in one of the two', async () => {
    const dora = app.as('dora')
    for (let round = 0; round < 5; round++) {
      const id = await buy(dora, { gift: true })
      const { seats } = await dora.listOrderSeats({ id })
      const [{ version, contents } = { version: 0, contents: [] }] = seats
      const code = contents[0]!.code
      const user = app.as(`user-${round}`)
      await user.getMe()
      const [given, used] = await Promise.allSettled([
        dora.assignSeat({ id, seat: '1', seatAssignment: { version, email: `other-${round}@team.example` } }),
        user.activateVoucher({ activateVoucherPayload: { code } }),
      ])
      expect([given.status, used.status].toSorted()).toEqual(['fulfilled', 'rejected'])
      for (const result of [given, used])
        if (result.status === 'rejected') expect(result.reason.status).toBeLessThan(500)
    }
  })
})
