import { webhookMessage } from '@flagyard/api-types/schemas'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { makeCourse } from '../../../../test/catalogue.ts'
import { createManualQueue } from '../../../../test/fixtures/manual-queue.ts'
import { audit, courseProgress, outbox, vouchers, webhookDeliveries, webhooks } from '../../../db/schema/index.ts'
import { NoAnswer } from '../../../integrations/webhooks/post.ts'
import type { SignedDelivery } from '../../../integrations/webhooks/webhook-sender.ts'
import { claimDelivery } from './queries.ts'
import { queueWebhooks } from './service.ts'

let app: TestApp
const queue = createManualQueue(() => app.deps)
/** Requests that receivers got, and their responses. */
let heard: SignedDelivery[] = []
let answers: (delivery: SignedDelivery) => { status: number; excerpt: string } = () => ({ status: 200, excerpt: 'ok' })
const webhookSender = {
  accepts: (url: string) => !url.includes('inside'),
  async send(delivery: SignedDelivery) {
    heard.push(delivery)
    return answers(delivery)
  },
}
beforeAll(async () => {
  app = await startTestApp({ deps: { queue, webhookSender } })
  await makeCourse(app.deps.db, 'aws', { certificate_type: 'required' })
  await app.as('fina', { roles: ['admin'], capabilities: ['finance'] }).getMe()
})
afterAll(() => app.close())
afterEach(async () => {
  await app.deps.db.delete(webhooks)
  heard = []
  answers = () => ({ status: 200, excerpt: 'ok' })
})

let made = 0
type Input = Parameters<TestApp['asAdmin']['createWebhook']>[0]['webhookInput']
const add = (changes: Partial<Input> = {}, as = app.as('fina')) =>
  as.createWebhook({
    webhookInput: {
      ...{ url: `https://hooks.example/${++made}`, description: 'Books', is_on: true },
      events: [
        'order.paid',
        'order.refunded',
        'seat.used',
        'course.completed',
        'certificate.issued',
        'certificate.revoked',
      ],
      ...changes,
    },
  })
const rowOf = async (id: string) => (await app.deps.db.select().from(webhooks).where(eq(webhooks.id, id)))[0]!
const deliveriesOf = (webhook: string) =>
  app
    .as('fina')
    .listWebhookDeliveries({ filter: JSON.stringify({ webhook }) })
    .then(({ data }) => data)
const happens = (order_number = 'FY-1') =>
  app.deps.db.transaction((tx) =>
    queueWebhooks(tx, [
      {
        type: 'seat.used',
        data: {
          ...{ order_id: crypto.randomUUID(), voucher_id: crypto.randomUUID(), seat: 0, kind: 'course' },
          ...{ slug: 'aws', title: order_number },
        },
      },
    ]),
  )
/** Moves due times back by this many seconds. */
const pass = (seconds: number) =>
  app.deps.db
    .update(webhookDeliveries)
    .set({ next_at: sql`${webhookDeliveries.next_at} - make_interval(secs => ${seconds})` })
const send = () => queue.run('webhooks.deliver')
const typesHeard = () => heard.map(({ body }) => JSON.parse(body).type)

describe('an address', () => {
  test('needs the finance capability, and its secret is shown once', async () => {
    const created = await add()
    expect(created.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const [listed] = (await app.as('fina').listWebhooks({})).data
    expect(listed).toMatchObject({
      ...{ id: created.id, state: 'on', failures: 0, old_secret_until: null },
      allowed: ['update', 'delete', 'rotate', 'test', 'replay'],
    })
    expect(JSON.stringify(listed)).not.toContain(created.secret)
    const { secret_sealed } = await rowOf(created.id)
    expect(secret_sealed).not.toContain(created.secret.slice(6))
    const log = await app.deps.db.select().from(audit).where(eq(audit.subject_id, created.id))
    expect(log).toMatchObject([{ action: 'webhooks.create', after: { host: 'hooks.example', description: 'Books' } }])
    expect(JSON.stringify(log)).not.toContain(created.secret)
    const support = app.as('sup', { roles: ['admin'], capabilities: ['support'] })
    await expect(support.listWebhooks({})).rejects.toMatchObject({ code: 'forbidden' })
    await expect(add({}, support)).rejects.toMatchObject({ code: 'forbidden' })
  })

  test.each([
    ['has no encryption', { url: 'http://hooks.example/' }, 'url'],
    ['has a password', { url: 'https://me:secret@hooks.example/' }, 'url'],
    ['leads inside', { url: 'https://inside.example/' }, 'url'],
    ['is none', { url: 'hooks.example' }, 'url'],
    ['asks for nothing', { events: [] }, 'events'],
  ] as const)('that %s is rejected at its field', async (_, changes, field) => {
    await expect(add(changes as Partial<Input>)).rejects.toMatchObject({ status: 422, errors: [{ field }] })
  })

  test('can be added once, even concurrently, and there are at most twenty', async () => {
    const url = 'https://hooks.example/same'
    const tries = await Promise.allSettled([add({ url }), add({ url })])
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(tries.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { errors: [{ field: 'url' }] } })
    for (let more = 1; more < 20; more++) await add()
    await expect(add()).rejects.toMatchObject({ code: 'conflict' })
  })

  test('is changed with its version, and gets nothing after its removal', async () => {
    const { id, version } = await add()
    const edit = (changes: object, by = version) =>
      app.as('fina').updateWebhook({ id, webhookEdit: { version: by, ...changes } })
    await expect(edit({ is_on: false }, 7)).rejects.toMatchObject({ code: 'stale_version' })
    await expect(edit({ url: 'https://inside.example/' })).rejects.toMatchObject({ errors: [{ field: 'url' }] })
    const changed = await edit({ events: ['order.paid'] })
    expect(changed).toMatchObject({ events: ['order.paid'], version: version + 1 })
    await happens()
    expect(await deliveriesOf(id), 'not asked for').toEqual([])
    await edit({ events: ['seat.used'], is_on: false }, changed.version)
    await happens()
    expect(await deliveriesOf(id), 'switched off by hand').toEqual([])
    await app.as('fina').deleteWebhook({ id })
    await expect(app.as('fina').deleteWebhook({ id })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('signs with the new and the previous secret for a day', async () => {
    const { id, version, secret } = await add()
    const rotated = await app.as('fina').rotateWebhookSecret({ id, webhookRotation: { version } })
    expect(rotated.secret).not.toBe(secret)
    expect(rotated.old_secret_until).not.toBeNull()
    await happens()
    await send()
    expect(heard.at(-1)?.secrets).toEqual([rotated.secret, secret])
    await app.deps.db.update(webhooks).set({ old_secret_until: sql`now() - interval '1 second'` })
    await happens()
    await send()
    expect(heard.at(-1)?.secrets).toEqual([rotated.secret])
    await expect(app.as('fina').rotateWebhookSecret({ id, webhookRotation: { version } })).rejects.toMatchObject({
      code: 'stale_version',
    })
  })

  test('is the only receiver of its test event', async () => {
    const { id } = await add({ events: ['order.paid'] })
    await add()
    await app.as('fina').testWebhook({ id })
    await send()
    expect(typesHeard()).toEqual(['webhook.test'])
    expect(await deliveriesOf(id)).toMatchObject([{ event: 'webhook.test', state: 'delivered', status: 200 }])
  })
})

describe('events', () => {
  test('from the order to the certificate and back are sent once, in order, by the contract, and without names', async () => {
    const { id } = await add()
    const lena = app.as('lena')
    const { order_id } = await lena.purchaseCourse({
      purchaseCoursePayload: { slug: 'aws', quantity: 2 },
    })
    await lena.payDemoOrder({ id: order_id, demoPayment: { outcome: 'paid' } })
    const [voucher] = await app.deps.db.select().from(vouchers).where(eq(vouchers.order_id, order_id))
    await app.as('milo').activateVoucher({ activateVoucherPayload: { code: voucher!.code } })
    await app.deps.db.insert(courseProgress).values({
      user_id: await app.idOf('milo'),
      course_id: voucher!.course_id!,
      completed_at: new Date(),
    })
    const { id: certificate } = await app.as('milo').generateCertificate({
      course_id: 'aws',
      generateCertificatePayload: { name: 'Milo Milosz', type: 'required' },
    })
    await app.asAdmin.updateCertificate({
      certificateEdit: { id: certificate, version: 1, revoked: true, reason: 'A slip' },
    })
    const { version, preview } = await app.asAdmin.previewRefund({ id: order_id, refundChoice: {} })
    await app.asAdmin.refundOrder({ id: order_id, refundRequest: { version, preview, reason: 'A slip' } })
    await send()
    await send()
    expect(typesHeard()).toEqual([
      ...['order.paid', 'seat.used', 'certificate.issued', 'certificate.revoked', 'order.refunded'],
    ])
    for (const { body, id: event } of heard) {
      expect(webhookMessage.parse(JSON.parse(body))).toMatchObject({ id: event })
      for (const name of ['lena', 'milo', 'Milosz', '@', 'A slip']) expect(body).not.toContain(name)
    }
    expect(JSON.parse(heard[0]!.body).data).toMatchObject({ order_id, quantity: 2, slug: 'aws' })
    expect((await deliveriesOf(id)).every(({ state }) => state === 'delivered')).toBe(true)
  })

  test('are not sent if their transaction does not commit', async () => {
    const { id } = await add()
    await app.deps.db
      .transaction(async (tx) => {
        await queueWebhooks(tx, [
          { type: 'certificate.revoked', data: { certificate_id: 'x', title: 'X', state: 'revoked' } },
        ])
        throw new Error('rolled back')
      })
      .catch(() => undefined)
    expect(await deliveriesOf(id)).toEqual([])
  })

  test('are sent to each subscriber under one id, and to no other webhook', async () => {
    const [one, two, other] = [await add(), await add(), await add({ events: ['order.paid'] })]
    await happens()
    const [[first], [second]] = [await deliveriesOf(one.id), await deliveriesOf(two.id)]
    expect(first!.event_id).toBe(second!.event_id)
    expect(await deliveriesOf(other.id)).toEqual([])
  })
})

describe('a rejected delivery', () => {
  test('is tried ten times over two days with the same id and body, and then given up', async () => {
    const { id } = await add()
    await happens()
    answers = () => ({ status: 503, excerpt: 'Try later' })
    const waits: number[] = []
    for (let attempt = 1; attempt <= 12; attempt++) {
      await app.deps.db.update(webhooks).set({ failures: 0, failing_since: null })
      await send()
      const [row] = await deliveriesOf(id)
      if (row!.next_at) waits.push(Math.round((Date.parse(row!.next_at) - Date.parse(row!.tried_at!)) / 1000))
      await pass(60_000)
    }
    expect(heard).toHaveLength(10)
    expect(new Set(heard.map(({ id: event, body }) => event + body)).size).toBe(1)
    expect(waits).toEqual([10, 60, 300, 1_800, 7_200, 18_000, 36_000, 36_000, 50_400])
    const sum = waits.reduce((all, wait) => all + wait, 0) / 3_600
    expect(sum).toBeGreaterThan(24)
    expect(sum).toBeLessThan(48)
    expect(await deliveriesOf(id)).toMatchObject([
      {
        ...{ state: 'failed', attempts: 10, status: 503, error: 'The receiver answered 503', excerpt: 'Try later' },
        ...{ next_at: null, allowed: ['replay'] },
      },
    ])
  })

  test('records a redirect or a connection error', async () => {
    const { id } = await add()
    await happens()
    answers = () => ({ status: 302, excerpt: '' })
    await send()
    expect(await deliveriesOf(id)).toMatchObject([
      { state: 'waiting', error: 'The receiver answered 302: redirects are not followed' },
    ])
    answers = () => {
      throw new NoAnswer('The receiver could not be reached')
    }
    await pass(60_000)
    await send()
    expect(await deliveriesOf(id)).toMatchObject([{ status: null, error: 'The receiver could not be reached' }])
  })

  test('is sent again on request: one, or all that failed since a time', async () => {
    const { id } = await add()
    for (const order of ['FY-1', 'FY-2', 'FY-3']) await happens(order)
    await app.deps.db.update(webhookDeliveries).set({ state: 'failed', attempts: 10, status: 500 })
    const [newest, , oldest] = await deliveriesOf(id)
    await app.deps.db
      .update(webhookDeliveries)
      .set({ created_at: sql`now() - interval '2 days'` })
      .where(eq(webhookDeliveries.id, oldest!.id))
    const fina = app.as('fina')
    expect(await fina.replayWebhookDelivery({ id: newest!.id })).toMatchObject({ state: 'waiting', attempts: 0 })
    await expect(fina.replayWebhookDelivery({ id: newest!.id })).rejects.toMatchObject({ code: 'conflict' })
    const since = new Date(Date.now() - 86_400_000).toISOString()
    expect(await fina.replayWebhook({ id, webhookReplay: { since } })).toEqual({ count: 1 })
    await send()
    expect(heard).toHaveLength(2)
    expect(heard.map(({ id: event }) => event)).toContain(newest!.event_id)
    expect((await deliveriesOf(id)).map(({ state }) => state)).toEqual(['delivered', 'delivered', 'failed'])
    expect(await fina.replayWebhookDelivery({ id: newest!.id }), 'also a delivered one').toMatchObject({
      state: 'waiting',
    })
  })

  test('is not replayed while its webhook is off', async () => {
    const { id, version } = await add()
    await happens()
    await app.deps.db.update(webhookDeliveries).set({ state: 'failed' })
    await app.as('fina').updateWebhook({ id, webhookEdit: { version, is_on: false } })
    const since = '2026-01-01T00:00:00Z'
    await expect(app.as('fina').replayWebhook({ id, webhookReplay: { since } })).rejects.toMatchObject({
      code: 'conflict',
    })
    const [row] = await deliveriesOf(id)
    await expect(app.as('fina').replayWebhookDelivery({ id: row!.id })).rejects.toMatchObject({ code: 'conflict' })
    await expect(app.as('fina').testWebhook({ id })).rejects.toMatchObject({ code: 'conflict' })
  })

  test('repeated for a day switches the webhook off with one mail, and later events wait for it', async () => {
    const { id } = await add()
    answers = () => ({ status: 500, excerpt: '' })
    await happens()
    await app.deps.db.update(webhooks).set({ failures: 9, failing_since: sql`now() - interval '23 hours'` })
    await send()
    expect(await rowOf(id), 'many failures, but not for long').toMatchObject({ is_on: true, failures: 10 })
    await app.deps.db.update(webhooks).set({ failing_since: sql`now() - interval '25 hours'` })
    await pass(60_000)
    await Promise.all([send(), send()])
    expect(await rowOf(id)).toMatchObject({ is_on: false, is_failing: true })
    const mails = await app.deps.db.select().from(outbox).where(eq(outbox.kind, 'webhook_stopped'))
    expect(mails.map(({ subject }) => subject)).toContain('We stopped sending to hooks.example')
    expect(mails.filter(({ recipient }) => recipient.startsWith('fina'))).toHaveLength(1)
    expect(JSON.stringify(mails)).not.toContain(`hooks.example/${made}`)
    const stops = await app.deps.db.select().from(audit).where(eq(audit.action, 'webhooks.stop'))
    expect(stops).toHaveLength(1)

    const before = heard.length
    await happens()
    await pass(60_000)
    await send()
    expect(heard).toHaveLength(before)
    expect(await deliveriesOf(id)).toHaveLength(2)
    answers = () => ({ status: 200, excerpt: '' })
    const { version } = await rowOf(id)
    const on = await app.as('fina').updateWebhook({ id, webhookEdit: { version, is_on: true } })
    expect(on).toMatchObject({ state: 'on', failures: 0, failing_since: null })
    await send()
    expect((await deliveriesOf(id)).map(({ state }) => state)).toEqual(['delivered', 'delivered'])
  })

  test('is claimed one at a time, whatever plan Postgres chooses', async () => {
    const { id } = await add()
    for (const order of ['FY-1', 'FY-2', 'FY-3']) await happens(order)
    await app.deps.db.transaction(async (tx) => {
      // Left with a nested loop, which reads the inner side again for each row.
      for (const plan of ['hashagg', 'hashjoin', 'mergejoin', 'sort', 'material'])
        await tx.execute(sql.raw(`set local enable_${plan} = off`))
      expect(await claimDelivery(tx, id)).toMatchObject({ state: 'sending' })
    })
    expect((await deliveriesOf(id)).map(({ state }) => state).sort()).toEqual(['sending', 'waiting', 'waiting'])
  })

  test('of one webhook delays no other', async () => {
    const [bad, good] = [await add(), await add()]
    for (const order of ['FY-1', 'FY-2', 'FY-3']) await happens(order)
    const { url } = await rowOf(bad.id)
    answers = ({ url: to }) => ({ status: to === url ? 500 : 200, excerpt: '' })
    await send()
    expect((await deliveriesOf(good.id)).map(({ state }) => state)).toEqual(['delivered', 'delivered', 'delivered'])
    expect(heard.filter(({ url: to }) => to === url)).toHaveLength(1)
  })
})
