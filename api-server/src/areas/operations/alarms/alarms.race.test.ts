import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { describeOnPostgres, openTestPostgres } from '../../../../test/database.ts'
import { createManualQueue } from '../../../../test/fixtures/manual-queue.ts'
import { openPostgresDatabase } from '../../../db/postgres/postgres.ts'
import { alarmDeliveries, alarmEvents, alarms, cloudAccounts, outbox } from '../../../db/schema/index.ts'
import type { Webhook } from '../../../integrations/webhooks/webhook.ts'
import { evaluateAlarms } from './evaluate.ts'
import { sendDeliveries } from './jobs.ts'

describeOnPostgres('concurrent alarm evaluations', () => {
  let app: TestApp
  let other: TestApp
  const taken: string[] = []
  const alarmWebhook: Webhook = {
    host: 'pager.example',
    async send({ id }) {
      taken.push(id)
    },
  }
  beforeAll(async () => {
    const database = await openTestPostgres()
    const deps = () => ({ alarmWebhook, queue: createManualQueue(() => app.deps) })
    app = await startTestApp({ database, deps: deps() })
    other = await startTestApp({ database: openPostgresDatabase(database.url), deps: deps() })
    await app.asAdmin.getMe()
    for (const name of ['ann', 'ben']) await app.as(name, { roles: ['user', 'admin'], capabilities: ['cloud'] }).getMe()
  })
  afterAll(async () => {
    await other.close()
    await app.close()
  })
  beforeEach(async () => {
    taken.length = 0
    for (const table of [alarmDeliveries, alarms, cloudAccounts, outbox]) await app.deps.db.delete(table)
  })

  const quarantine = (count: number) =>
    app.deps.db.execute(sql`insert into cloud_accounts (cloud, account_id, name, region, status, lock_reason)
      select (array['aws', 'azure', 'gcp'])[1 + n % 3], 'account-' || n, 'Account', 'eu-1', 'Locked', 'quarantine'
      from generate_series(1, ${count}::int) n`)
  const everywhere = (times: number) =>
    Promise.all(Array.from({ length: times }, (_, n) => evaluateAlarms([app, other][n % 2]!.deps)))
  const counted = async () => ({
    alarms: await app.deps.db.$count(alarms, sql`kind = 'account_quarantined'`),
    opened: await app.deps.db.$count(
      alarmEvents,
      sql`kind = 'opened' and alarm_id in (select id from alarms where kind = 'account_quarantined')`,
    ),
    ended: await app.deps.db.$count(alarmEvents, sql`kind = 'ended'`),
    called: await app.deps.db.$count(outbox, sql`kind = 'alarm_called'`),
    over: await app.deps.db.$count(outbox, sql`kind = 'alarm_ended'`),
    deliveries: await app.deps.db.$count(alarmDeliveries, sql`body like '%account_quarantined%'`),
  })

  test('open each alarm once, with one mail and one delivery, and end it once', async () => {
    await quarantine(3)
    await everywhere(8)
    expect(await counted()).toEqual({ alarms: 3, opened: 3, ended: 0, called: 3, over: 0, deliveries: 3 })
    await app.deps.db.delete(cloudAccounts)
    await everywhere(8)
    expect(await counted()).toMatchObject({ alarms: 3, opened: 3, called: 3, over: 3, deliveries: 6 })
  })

  test('an older evaluation does not end an alarm that a newer one opened', async () => {
    const { deps } = app
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    let isAsked = () => {}
    const asked = new Promise<void>((resolve) => {
      isAsked = resolve
    })
    // Evaluated before the alarm existed, and still running.
    const slow = deps.extensions.alarmRules.map((rule) => ({
      ...rule,
      find: async (...args: Parameters<typeof rule.find>) => {
        const found = await rule.find(...args)
        isAsked()
        await held
        return found
      },
    }))
    const older = evaluateAlarms({ ...deps, extensions: { ...deps.extensions, alarmRules: slow } })
    await asked
    await quarantine(1)
    const newer = evaluateAlarms(other.deps)
    await expect
      .poll(async () => {
        const waiting = await app.deps.db.execute(
          sql`select 1 from pg_locks where locktype = 'advisory' and not granted`,
        )
        return (waiting as unknown as { rows: unknown[] }).rows.length + (await app.deps.db.$count(alarms))
      })
      .toBeGreaterThan(0)
    letGo()
    await Promise.all([older, newer])
    expect(await counted()).toMatchObject({ alarms: 1, ended: 0 })
  })

  test('when many administrators acknowledge an alarm, one gets it and the others see who', async () => {
    await quarantine(1)
    await evaluateAlarms(app.deps)
    const { data } = await app.asAdmin.listAlarms({ filter: '{"kind":"account_quarantined"}' })
    const { id } = data[0]!
    const takers = [app.as('ann'), app.as('ben'), app.asAdmin]
    const outcomes = await Promise.allSettled(takers.map((taker) => taker.takeAlarm({ id })))
    const { owner } = await app.asAdmin.getAlarm({ id })
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refusals = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.message] : []))
    expect(new Set(refusals)).toEqual(new Set([`${owner} has acknowledged this alarm.`]))
    expect(await app.deps.db.$count(alarmEvents, sql`kind = 'taken'`)).toBe(1)
  })

  test('a delivery is sent once, and again if its process died', async () => {
    await quarantine(3)
    await evaluateAlarms(app.deps)
    const sent = () => Promise.all([app, other, app, other].map(({ deps }) => sendDeliveries(deps)))
    await sent()
    const ids = taken.length
    expect(ids).toBe(await app.deps.db.$count(alarmDeliveries))
    expect(new Set(taken).size).toBe(ids)
    await app.deps.db.execute(
      sql`update alarm_deliveries set state = 'sending', next_at = now() + interval '2 minutes'`,
    )
    await sent()
    expect(taken).toHaveLength(ids)
    await app.deps.db.execute(sql`update alarm_deliveries set next_at = now()`)
    await sent()
    expect(new Set(taken).size).toBe(ids)
    expect(taken).toHaveLength(2 * ids)
  })

  test('a delivery is retried with back-off, and then raises an alarm', async () => {
    await quarantine(1)
    await evaluateAlarms(app.deps)
    const refusing: Webhook = {
      host: 'pager.example',
      send: () => Promise.reject(new Error('The receiver answered 500')),
    }
    for (let round = 0; round < 12; round++) {
      await sendDeliveries({ ...app.deps, alarmWebhook: refusing })
      await app.deps.db.execute(sql`update alarm_deliveries set next_at = now()`)
    }
    await evaluateAlarms(app.deps)
    const { data } = await app.asAdmin.listAlarms({ filter: '{"kind":"webhook_failing"}' })
    expect(data).toHaveLength(1)
    expect(await sendDeliveries({ ...app.deps, alarmWebhook: refusing })).toBe(0)
    // Not announced over the webhook itself.
    expect(await app.deps.db.$count(alarmDeliveries, sql`body like '%webhook_failing%'`)).toBe(0)
  })
})
