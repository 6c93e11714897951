import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeOnPostgres } from '../../../../../test/database.ts'
import { hold, untilWaiting } from '../../../../../test/races/lock-barrier.ts'
import { SEATS, startRefundRaces } from '../../../../../test/races/refund-races.ts'
import { courseProgress, courses, disputes, outbox, vouchers } from '../../../../db/schema/index.ts'
import { mailDisputes } from './mails.ts'

describeOnPostgres('concurrent disputes', () => {
  let on: Awaited<ReturnType<typeof startRefundRaces>>
  beforeAll(async () => {
    on = await startRefundRaces()
  })
  afterAll(() => on.close())

  test('a dispute opened while all seats are being used suspends all of them, and when won reopens all', async () => {
    const { id, seats, events } = await on.buy()
    const opened = events.disputed()
    const send = async () => {
      // Where somebody kept coming in between, the provider sends it again.
      for (let tries = 0; tries < 20; tries++) if ((await on.deliver(opened)) === 204) return
      throw new Error('It was never taken')
    }
    await Promise.allSettled([...on.activateAll(seats), send()])
    expect(await on.openOf(id)).toEqual([])
    const used = await on.db.$count(vouchers, and(eq(vouchers.order_id, id), sql`${vouchers.state} = 'activated'`))
    await on.deliver(events.won())
    expect(await on.openOf(id)).toHaveLength(used)
    await Promise.all(on.activateAll(seats))
    expect(await on.openOf(id)).toHaveLength(SEATS)
  })

  test('one dispute opened, won and lost twenty times at once has one outcome, and the money counts once', async () => {
    const { id, events } = await on.buy()
    const told = [events.disputed(), events.won(), events.lost()]
    const sent = Array.from({ length: 20 }, (_, at) => told[at % 3]!)
    await Promise.all(sent.map((event) => on.deliver(event)))
    const [dispute, ...others] = await on.db.select().from(disputes).where(eq(disputes.order_id, id))
    expect(others).toEqual([])
    const order = await on.rowOf(id)
    expect([dispute!.state, order.state, order.refunded_amount]).toEqual(
      dispute!.state === 'lost' ? ['lost', 'refunded', SEATS * 100_00] : ['won', 'fulfilled', 0],
    )
  })

  test('a dispute that waits for a seat being used is recorded at the first attempt, and suspends the new access', async () => {
    const { id, seats, events } = await on.buy()
    const taken = await on.whileUsed(seats, () => on.deliver(events.disputed()))
    expect(taken).toMatchObject({ status: 'fulfilled', value: 204 })
    expect(await on.openOf(id)).toEqual([])
    await on.deliver(events.won())
    expect(await on.openOf(id)).toHaveLength(1)
  })

  test('a dispute lost while a lab is being deployed ends that lab too', async () => {
    const { outcome, id, lab } = await on.whileDeploying(({ events }) => on.deliver(events.lost()))
    expect(outcome).toMatchObject({ status: 'fulfilled', value: 204 })
    expect(await on.rowOf(id)).toMatchObject({ state: 'refunded' })
    expect(lab).toMatchObject({ state: 'ended' })
  })

  test('content finished at the moment of a dispute stays open', async () => {
    const { id, seats, events, slug } = await on.buy()
    await Promise.all(on.activateAll(seats.slice(0, 2)))
    const [course] = await on.db.select().from(courses).where(eq(courses.slug, slug))
    const user_id = await on.app.idOf('user-0')
    const outcome = await on.whileHolding(
      user_id,
      (tx) => tx.insert(courseProgress).values({ user_id, course_id: course!.id, completed_at: new Date() }),
      () => on.deliver(events.disputed()),
    )
    expect(outcome).toMatchObject({ status: 'fulfilled', value: 204 })
    expect(await on.openOf(id)).toMatchObject([{ user_id }])
  })

  test('no suspension mail is sent if the dispute is won while mails are written', async () => {
    const { id, seats, events } = await on.buy()
    await Promise.all(on.activateAll(seats))
    await on.deliver(events.disputed())
    const [dispute] = await on.db.select().from(disputes).where(eq(disputes.order_id, id))
    expect(dispute).toMatchObject({ tell: 'suspended' })
    const release = await hold(on.db, (tx) =>
      tx.select().from(disputes).where(eq(disputes.id, dispute!.id)).for('update'),
    )
    const won = on.deliver(events.won())
    await untilWaiting(on.db, 1)
    const told = mailDisputes(on.app.deps)
    await untilWaiting(on.db, 2)
    await release()
    await Promise.all([won, told])
    const mails = await on.db
      .select()
      .from(outbox)
      .where(sql`${outbox.dedupe_key} like ${`dispute:${dispute!.id}:%`}`)
    expect(mails).toEqual([])
    expect(await on.openOf(id)).toHaveLength(SEATS)
  })
})
