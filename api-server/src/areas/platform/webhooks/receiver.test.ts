import { readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { webhookMessage } from '@flagyard/api-types/schemas'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { makeCourse } from '../../../../test/catalogue.ts'
import { createManualQueue } from '../../../../test/fixtures/manual-queue.ts'
import { webhookDeliveries } from '../../../db/schema/index.ts'
import { createWebhookSender } from '../../../integrations/webhooks/webhook-sender.ts'
import { grant } from '../../catalogue/entitlements/service.ts'

interface Heard {
  headers: IncomingHttpHeaders
  body: string
}

let app: TestApp
const queue = createManualQueue(() => app.deps)
const heard: Heard[] = []
const receiver = createServer(async (asked, response) => {
  let body = ''
  for await (const chunk of asked) body += chunk
  heard.push({ headers: asked.headers, body })
  response.end('taken')
})
/** Like the product's, except that all names resolve to the receiver on this machine, over HTTP. */
const webhookSender = () => {
  const { port } = receiver.address() as AddressInfo
  const sender = createWebhookSender({
    resolve: (_name, answer) => answer(null, [{ address: '127.0.0.1', family: 4 }]),
    isAllowed: () => true,
    send: request,
  })
  return {
    ...sender,
    send: (delivery: Parameters<typeof sender.send>[0], now: Date) =>
      sender.send({ ...delivery, url: `http://hooks.example:${port}/` }, now),
  }
}
beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  app = await startTestApp({ deps: { queue, webhookSender: webhookSender() } })
})
afterAll(async () => {
  await app.close()
  receiver.closeAllConnections()
  receiver.close()
})

/** The receiver code of the manual. */
async function readManual(): Promise<(headers: IncomingHttpHeaders, body: string, secret: string) => boolean> {
  const manual = readFileSync(new URL('../../../../../docs/how-to/webhooks.md', import.meta.url), 'utf8')
  const [, example = ''] = /```js\n([\s\S]*?)```/.exec(manual) ?? []
  return (await import(`data:text/javascript,${encodeURIComponent(example)}`)).isOurs
}

test('completing the last required lesson sends one delivery, which a receiver can verify', async () => {
  const isOurs = await readManual()
  const lessons = [{ slug: 'first' }, { slug: 'second' }, { slug: 'more', required: false }]
  const course = await makeCourse(app.deps.db, 'aws', {}, lessons)
  const user_id = await app.idOf('milo')
  await grant(app.deps.db, { userId: user_id, course: course.id, source: 'administrator' })
  const { secret } = await app.asAdmin.createWebhook({
    webhookInput: { url: 'https://hooks.example/', description: 'Books', is_on: true, events: ['course.completed'] },
  })
  const complete = async (lesson_slug: string) => {
    await app.as('milo').completeLesson({ slug: 'aws', section_slug: 'start', lesson_slug })
    await queue.run('webhooks.deliver')
  }
  await complete('first')
  expect(heard, 'one lesson is left').toEqual([])
  await complete('second')
  await complete('second')
  await complete('more')
  const [{ headers, body } = { headers: {}, body: '' }, ...others] = heard
  expect(others).toEqual([])
  expect(isOurs(headers, body, secret)).toBe(true)
  expect(isOurs(headers, body.replace('aws', 'gcp'), secret), 'altered in transit').toBe(false)
  const message = webhookMessage.parse(JSON.parse(body))
  expect(message).toMatchObject({
    ...{ id: headers['webhook-id'], type: 'course.completed' },
    data: { user_id, course_id: course.id, slug: 'aws', title: course.title },
  })
  expect(body, 'contains no names').not.toMatch(/milo|@/i)
  const [delivery] = await app.deps.db
    .select()
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.event_id, message.id))
  expect(delivery).toMatchObject({ state: 'delivered', status: 200, excerpt: 'taken', attempts: 1 })
})
