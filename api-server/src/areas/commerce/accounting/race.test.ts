import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { describeOnPostgres, openTestPostgres } from '../../../../test/database.ts'
import { sell } from '../../../../test/fixtures/random-books.ts'
import { holdTable, untilWaiting } from '../../../../test/races/lock-barrier.ts'
import { audit, months, orders } from '../../../db/schema/index.ts'

describeOnPostgres('accounting on real Postgres', () => {
  let app: TestApp
  let user_id: string
  beforeAll(async () => {
    app = await startTestApp({ database: await openTestPostgres() })
    user_id = await app.idOf('nina')
    await app.asAdmin.getMe()
  })
  afterAll(() => app.close())

  test('of ten concurrent closings of a month, one succeeds, and the audit log has it once', async () => {
    const paid_at = new Date('2026-01-10T10:00:00Z')
    await sell(app.deps.db, ...Array.from({ length: 50 }, () => ({ user_id, paid_at, total: 10_00 })))
    const month = '2026-01'
    const { version } = await app.asAdmin.getMonth({ month })
    const all = Array.from({ length: 10 }, () => app.asAdmin.closeMonth({ month, monthClosing: { version } }))
    const outcomes = await Promise.allSettled(all)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'conflict' })
    expect(await app.deps.db.select().from(months)).toHaveLength(1)
    expect(await app.deps.db.select().from(audit).where(eq(audit.action, 'months.close'))).toHaveLength(1)
  })

  test('a payment while a month closes counts once: in that month or the next', async () => {
    const paid_at = new Date('2026-02-10T10:00:00Z')
    const sale = () => sell(app.deps.db, { user_id, paid_at, total: 10_00 })
    await Promise.all(Array.from({ length: 10 }, sale))
    const closing = (async () => {
      for (;;) {
        const { version } = await app.asAdmin.getMonth({ month: '2026-02' })
        try {
          return await app.asAdmin.closeMonth({ month: '2026-02', monthClosing: { version } })
        } catch (error) {
          expect(error).toMatchObject({ code: 'stale_version' })
        }
      }
    })()
    await Promise.all([closing, ...Array.from({ length: 30 }, sale)])
    const february = await app.asAdmin.getMonth({ month: '2026-02' })
    const march = await app.asAdmin.getMonth({ month: '2026-03' })
    const sold = [february, march].flatMap(({ totals }) => totals).reduce((sum, { orders }) => sum + orders, 0)
    expect(sold).toBe(40)
    const booked = await app.deps.db.select().from(orders).where(eq(orders.booked_month, '2026-02'))
    expect(february.totals[0]?.orders).toBe(booked.length)
  })
  test('of two concurrent closings of a month, the second is refused because it is closed', async () => {
    const month = '2026-03'
    const { version } = await app.asAdmin.getMonth({ month })
    const release = await holdTable(app.deps.db, months)
    const closings = Promise.allSettled([1, 2].map(() => app.asAdmin.closeMonth({ month, monthClosing: { version } })))
    await untilWaiting(app.deps.db, 2)
    await release()
    expect((await closings).filter(({ status }) => status === 'rejected')).toMatchObject([
      { reason: { status: 409, message: 'March 2026 is already closed.' } },
    ])
  })
})
