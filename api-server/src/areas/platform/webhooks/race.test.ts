import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { describeOnPostgres, openTestPostgres } from '../../../../test/database.ts'
import { createManualQueue } from '../../../../test/fixtures/manual-queue.ts'
import { webhookDeliveries } from '../../../db/schema/index.ts'
import type { SignedDelivery } from '../../../integrations/webhooks/webhook-sender.ts'
import { queueWebhooks } from './service.ts'

describeOnPostgres('webhooks under load', () => {
  let app: TestApp
  const queue = createManualQueue(() => app.deps)
  const heard: SignedDelivery[] = []
  const webhookSender = {
    accepts: () => true,
    async send(delivery: SignedDelivery) {
      heard.push(delivery)
      return { status: 200, excerpt: '' }
    },
  }
  beforeAll(async () => {
    app = await startTestApp({ database: await openTestPostgres(), deps: { queue, webhookSender } })
    await app.asAdmin.createWebhook({
      webhookInput: { url: 'https://hooks.example/', description: '', events: ['certificate.revoked'], is_on: true },
    })
  })
  afterAll(() => app.close())

  const happens = (certificate_id: string) =>
    app.deps.db.transaction((tx) =>
      queueWebhooks(tx, [{ type: 'certificate.revoked', data: { certificate_id, title: 'One', state: 'revoked' } }]),
    )

  test('ten concurrent senders send each delivery once', async () => {
    for (let number = 0; number < 40; number++) await happens(`once-${number}`)
    await Promise.all(Array.from({ length: 10 }, () => queue.run('webhooks.deliver')))
    expect(heard).toHaveLength(40)
    expect(new Set(heard.map(({ id }) => id)).size).toBe(40)
  })

  test('a delivery whose process died is sent again after a minute, with the same id', async () => {
    heard.length = 0
    await happens('died')
    await app.deps.db
      .update(webhookDeliveries)
      .set({ state: 'sending', attempts: 1, next_at: sql`now() + interval '1 minute'` })
      .where(sql`${webhookDeliveries.state} = 'waiting'`)
    await queue.run('webhooks.deliver')
    expect(heard).toHaveLength(0)
    await app.deps.db.update(webhookDeliveries).set({ next_at: sql`now()` }).where(sql`state = 'sending'`)
    await queue.run('webhooks.deliver')
    expect(heard).toHaveLength(1)
    const [row] = await app.deps.db.select().from(webhookDeliveries).where(sql`event_id = ${heard[0]?.id}`)
    expect(row).toMatchObject({ state: 'delivered', attempts: 2 })
  })

  test('changing an address blocks no events, and never deadlocks', async () => {
    const { data } = await app.asAdmin.listWebhooks({})
    const [{ id, version } = { id: '', version: 0 }] = data
    await Promise.all([
      app.asAdmin.updateWebhook({ id, webhookEdit: { version, description: 'Changed' } }),
      ...Array.from({ length: 20 }, (_, number) => happens(`meanwhile-${number}`)),
      app.asAdmin.testWebhook({ id }),
      queue.run('webhooks.deliver'),
      app.asAdmin.replayWebhook({ id, webhookReplay: { since: '2026-01-01T00:00:00Z' } }),
    ])
    await queue.run('webhooks.deliver')
    const rows = await app.deps.db.select().from(webhookDeliveries)
    expect(rows.every(({ state }) => state === 'delivered')).toBe(true)
    expect(rows).toHaveLength(40 + 1 + 20 + 1)
  })
})
