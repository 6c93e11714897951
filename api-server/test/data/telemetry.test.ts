import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { hashPassword } from '../../src/areas/platform/auth/passwords/hash.ts'
import { openPostgresDatabase } from '../../src/db/postgres/postgres.ts'
import * as schema from '../../src/db/schema/index.ts'
import { mark } from '../../src/demo/marker.ts'
import { createSecrets } from '../../src/secrets.ts'
import { createTestDatabase, describeOnPostgres } from '../database.ts'
import { insertAccount, insertLab } from '../fixtures/lab-fixture.ts'
import { useRealHashes } from '../hashes.ts'
import { startMailServer } from '../servers/mail-server.ts'
import { freePort } from '../servers/postgres.ts'
import { EVENTS_URL, eventsOf, sign, startStripeDouble } from '../servers/stripe-double.ts'
import { startChild } from '../spawn.ts'

useRealHashes()

const PASSWORD = 'not-a-common-one-7'
const SECRET_KEY = 'a secret key of the telemetry tests, long enough'
const EMAIL = 'tess.telemetry@people.example'
const NAME = 'Tess Telemetry'

interface SentSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
  status: { code?: number }
}

/** A collector of OTLP/HTTP with JSON. `holds` makes it accept requests without answering them. */
async function startCollector({ holds = false } = {}) {
  const requests: { path: string; traceparent: string; body: string }[] = []
  const held: ServerResponse[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { url: path = '', headers } = request
    requests.push({ path, traceparent: String(headers.traceparent), body: Buffer.concat(chunks).toString() })
    if (holds) held.push(response)
    else response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const spans = () =>
    requests
      .flatMap(({ path, body }) => (path === '/v1/traces' ? JSON.parse(body).resourceSpans : []))
      .flatMap(({ scopeSpans }) => scopeSpans)
      .flatMap(({ spans }) => spans as SentSpan[])
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    requests,
    spans,
    release() {
      holds = false
      for (const response of held.splice(0)) response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    },
  }
}

describeOnPostgres('telemetry of the whole server', () => {
  const folder = mkdtempSync(join(tmpdir(), 'flagyard-telemetry-'))
  const watcher = join(folder, 'watch-modules.mjs')
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let opened: ReturnType<typeof openPostgresDatabase>

  beforeAll(async () => {
    // Prints a line for each loaded file with code of OpenTelemetry.
    writeFileSync(
      watcher,
      `import { registerHooks } from 'node:module'
       registerHooks({ load(url, context, next) {
         const loaded = next(url, context)
         if (String(loaded.source ?? '').includes('opentelemetry.js.api')) console.log('OpenTelemetry in ' + url)
         return loaded
       } })`,
    )
    database = await createTestDatabase()
    opened = openPostgresDatabase(database.url, { connections: 2 })
    const { db } = opened
    await db.transaction((tx) => mark(tx, new Date()))
    const { lesson } = await insertLab(db)
    const person = { username: 'tess', email: EMAIL, full_name: NAME, password_hash: await hashPassword(PASSWORD) }
    const [user] = await db
      .insert(schema.users)
      .values({ ...person, activated_at: new Date() })
      .returning()
    const access = { user_id: user!.id, source: 'administrator', kind: 'course' } as const
    await db.insert(schema.entitlements).values({ ...access, course_id: lesson.course_id })
    await insertAccount(db, createSecrets(SECRET_KEY))
  })
  afterAll(async () => {
    await opened.close()
    await database.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  async function start(env: Record<string, string>) {
    const origin = `http://localhost:${await freePort()}`
    const server = startChild('serve', [], {
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      DEMO: '1',
      SECRET_KEY,
      PORT: new URL(origin).port,
      NODE_OPTIONS: `--import=${watcher}`,
      ...env,
    })
    onTestFinished(() => void server.process.kill('SIGKILL'))
    const isReady = async () => expect((await fetch(`${origin}/readyz`)).status).toBe(200)
    await vi.waitFor(isReady, { timeout: 60_000, interval: 100 })
    return { origin, server }
  }

  async function signIn(origin: string): Promise<string> {
    const form = new URLSearchParams({ username: 'tess', password: PASSWORD })
    const headers = { 'sec-fetch-site': 'same-origin', traceparent: '00-a-forged-trace-01' }
    const signedIn = await fetch(`${origin}/api/v1/auth/signin`, { method: 'POST', body: form, headers })
    return ((await signedIn.json()) as { access_token: string }).access_token
  }

  test('a lab deployment is one trace from its request to the statements of its job, without personal data', async () => {
    const collector = await startCollector()
    await opened.db.insert(schema.alarmDeliveries).values({ body: '{}' })
    const { origin, server } = await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      SIMULATED_PACE_MS: '0',
      ALARM_WEBHOOK_URL: `${collector.url}/a-secret-path`,
      ALARM_WEBHOOK_SECRET: SECRET_KEY,
    })
    expect(server.output()).toMatch(/^OpenTelemetry in /m)
    const access_token = await signIn(origin)
    const traceId = '0af7651916cd43dd8448eb211c80319c'
    const deployed = await fetch(`${origin}/api/v1/labs/deploy/red-team/first/the-lab?note=a-private-note`, {
      method: 'POST',
      body: '{}',
      headers: {
        authorization: `Bearer ${access_token}`,
        'content-type': 'application/json',
        traceparent: `00-${traceId}-b7ad6b7169203331-01`,
      },
    })
    expect(deployed.status).toBe(202)
    const { id } = (await deployed.json()) as { id: string }
    await vi.waitFor(async () => {
      const [row] = await opened.db.select().from(schema.deployments)
      expect(row?.state).toBe('running')
      expect(collector.requests.map(({ path }) => path)).toContain('/a-secret-path')
    }, 30_000)
    server.process.kill('SIGTERM')
    expect(await server.ended).toBe(0)

    const spans = collector.spans().filter((span) => span.traceId === traceId)
    const childrenOf = (parent: string) => spans.filter(({ parentSpanId }) => parentSpanId === parent)
    const names = (found: SentSpan[]) => found.map(({ name }) => name)
    const [request, ...others] = childrenOf('b7ad6b7169203331')
    expect(others).toEqual([])
    expect(request).toMatchObject({ name: 'POST /api/v1/labs/deploy/:slug/:section/:lesson', status: {} })
    expect(request!.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 202 } })
    const [transaction] = childrenOf(request!.spanId).filter(({ name }) => name === 'transaction')
    expect(names(childrenOf(transaction!.spanId))).toEqual(expect.arrayContaining(['BEGIN', 'INSERT', 'COMMIT']))
    const [job] = spans.filter(({ name }) => name === 'deployments.build')
    expect(job!.parentSpanId).toBe(transaction!.spanId)
    const idOf = (span: SentSpan) => span.attributes.find(({ key }) => key === 'flagyard.request.id')?.value.stringValue
    expect(idOf(job!)).toMatch(/^\S+-\w+$/)
    expect(idOf(job!)).toBe(idOf(request!))
    expect(names(childrenOf(job!.spanId))).toEqual(expect.arrayContaining(['transaction', 'cloud apply']))
    expect(names(spans)).toContain('UPDATE')

    const outgoing = collector.requests.find(({ path }) => path === '/a-secret-path')!
    const [, sweep, sender] = outgoing.traceparent.split('-')
    expect(collector.spans().find(({ spanId }) => spanId === sender)).toMatchObject({ name: 'POST', traceId: sweep })
    expect(names(collector.spans().filter((span) => span.traceId === sweep))).toContain('alarms.deliver')

    const sent = collector.requests.filter(({ path }) => path.startsWith('/v1/'))
    const metrics = sent.flatMap(({ path, body }) => (path === '/v1/metrics' ? body : [])).join()
    for (const name of ['http.server.request.duration', 'flagyard.job.duration', 'process.memory.usage'])
      expect(metrics).toContain(name)
    const [user] = await opened.db.select().from(schema.users)
    const ofPerson = [EMAIL, NAME, 'tess', PASSWORD, user!.id, access_token, id, '127.0.0.1', '::1']
    for (const secret of [...ofPerson, 'a-forged-trace', SECRET_KEY, 'a-private-note', 'red-team', 'a-secret-path'])
      expect(sent.map(({ body }) => body).join()).not.toContain(secret)
  })

  test('a purchase is one trace from the order to the checkout at Stripe, and its mails have a span of SMTP', async () => {
    const collector = await startCollector()
    const stripe = await startStripeDouble()
    onTestFinished(stripe.close)
    const mail = await startMailServer()
    onTestFinished(mail.close)
    const { secretKey, webhookSecret, apiBase } = stripe.settings
    const { origin, server } = await start({
      ...{ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_METRICS_EXPORTER: 'none' },
      ...{ STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_BASE: apiBase },
      ...{ MAIL_URL: mail.url, MAIL_FROM: 'a@b.example' },
    })
    const traceId = '1af7651916cd43dd8448eb211c80319d'
    const traced = { 'content-type': 'application/json', traceparent: `00-${traceId}-b7ad6b7169203331-01` }
    const bought = await fetch(`${origin}/api/v1/courses/purchase`, {
      method: 'POST',
      body: JSON.stringify({ slug: 'red-team', quantity: 2 }),
      headers: { authorization: `Bearer ${await signIn(origin)}`, ...traced },
    })
    expect(bought.status).toBe(201)
    const { order_id: id } = (await bought.json()) as { order_id: string }
    const [order] = await opened.db.select().from(schema.orders).where(eq(schema.orders.id, id))
    const event = JSON.stringify(eventsOf({ id, amount: order!.total_amount }).paid())
    const paid = await fetch(`${origin}${EVENTS_URL}`, {
      method: 'POST',
      body: event,
      headers: { 'content-type': 'application/json', 'stripe-signature': sign(event) },
    })
    expect(paid.status).toBe(204)
    await vi.waitFor(() => expect(mail.taken.length).toBeGreaterThan(0), 30_000)
    server.process.kill('SIGTERM')
    expect(await server.ended).toBe(0)

    const spans = collector.spans()
    const byId = new Map(spans.map((span) => [span.spanId, span]))
    const parentOf = ({ parentSpanId = '' }: SentSpan) => byId.get(parentSpanId)
    const ofPurchase = spans.filter((span) => span.traceId === traceId)
    expect(ofPurchase.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['POST /api/v1/courses/purchase', 'transaction', 'INSERT', 'COMMIT', 'POST']),
    )
    const [checkout] = ofPurchase.filter(({ name }) => name === 'POST')
    expect(parentOf(checkout!)).toMatchObject({ name: 'POST /api/v1/courses/purchase' })
    expect(checkout!.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 200 } })
    const [smtp] = spans.filter(({ name }) => name === 'smtp')
    expect(smtp).toMatchObject({ attributes: [], status: {} })
    expect(parentOf(smtp!)).toMatchObject({ name: 'mail.send' })
    const sent = collector.requests.map(({ body }) => body).join()
    for (const secret of [EMAIL, NAME, id, order!.number, secretKey, webhookSecret]) expect(sent).not.toContain(secret)
  })

  test('without a collector, no code of OpenTelemetry is loaded', async () => {
    const { server } = await start({ ROLE: 'web' })
    expect(server.output()).not.toContain('OpenTelemetry in')
  })

  test.skipIf(!process.env.LONG)(
    'a collector that does not answer never delays requests, and spans beyond the limit are lost',
    async () => {
      const collector = await startCollector({ holds: true })
      const { origin, server } = await start({
        OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/v1/traces`,
        OTEL_EXPORTER_OTLP_TIMEOUT: '60000',
        ROLE: 'web',
      })
      const ask = async () => (await fetch(`${origin}/api/v1/courses/`)).status
      const statuses = new Set<number>()
      for (let round = 0; round < 80; round++)
        for (const status of await Promise.all(Array.from({ length: 50 }, ask))) statuses.add(status)
      expect([...statuses]).toEqual([200])
      expect(collector.requests).toHaveLength(1)
      collector.release()
      server.process.kill('SIGTERM')
      expect(await server.ended).toBe(0)
      expect(collector.spans().length).toBeGreaterThan(2_048)
      expect(collector.spans().length).toBeLessThan(2_048 + 600)
    },
  )

  test.skipIf(!process.env.LONG)('a collector that fails is reported once', async () => {
    let attempts = 0
    const broken = createServer().on('connection', (socket) => {
      attempts++
      socket.destroy()
    })
    broken.listen(0, '127.0.0.1')
    await once(broken, 'listening')
    onTestFinished(() => void broken.close())
    const { origin, server } = await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(broken.address() as AddressInfo).port}`,
      OTEL_EXPORTER_OTLP_TIMEOUT: '100',
      OTEL_BSP_SCHEDULE_DELAY: '100',
      OTEL_METRICS_EXPORTER: 'none',
    })
    const warnings = () => server.output().match(/cannot be sent to the collector/g)?.length ?? 0
    for (const failure of [1, 2, 3]) {
      const before = attempts
      expect((await fetch(`${origin}/api/v1/courses/`)).status, `request ${failure}`).toBe(200)
      await vi.waitFor(() => expect(attempts).toBeGreaterThan(before), 15_000)
    }
    await vi.waitFor(() => expect(warnings()).toBe(1))
    server.process.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    expect(warnings()).toBe(1)
    expect(server.errors()).toBe('')
  })
})
