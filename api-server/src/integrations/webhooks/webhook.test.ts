import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createWebhook, signatureOf } from './webhook.ts'

const secret = 'a secret of the tests that is long enough'
const now = new Date('2026-11-23T03:00:00Z')

/** A receiver on this machine, and its requests. */
async function receiver(answer: RequestListener) {
  const heard: { request: IncomingMessage; body: string }[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    heard.push({ request, body })
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/t0ken`
  return { url, heard, webhook: createWebhook({ alarmWebhook: { url, secret } })! }
}

test('signs a delivery with its time, so that the receiver can verify it', async () => {
  const { webhook, heard } = await receiver((_, response) => response.writeHead(204).end())
  await webhook.send({ id: 'one', body: '{"event":"test"}' }, now)
  const [{ request, body } = { request: undefined, body: '' }] = heard
  expect(request?.headers).toMatchObject({ 'content-type': 'application/json', 'flagyard-delivery': 'one' })
  const [, at, mac] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(request?.headers['flagyard-signature'])) ?? []
  expect(Number(at)).toBe(now.getTime() / 1000)
  expect(mac).toBe(createHmac('sha256', secret).update(`${at}.${body}`).digest('hex'))
  expect(signatureOf(`${body} `, secret, now)).not.toContain(mac)
})

test.each([301, 302, 307, 308])('refuses a redirect (%i) without following it', async (status) => {
  const sentinel = await receiver((_, response) => response.end())
  const { webhook } = await receiver((_, response) => response.writeHead(status, { location: sentinel.url }).end())
  await expect(webhook.send({ id: 'one', body: '{}' }, now)).rejects.toThrow('redirects are not followed')
  expect(sentinel.heard).toEqual([])
})

test('a refusal contains neither the address nor the response', async () => {
  const { webhook, url } = await receiver((_, response) => response.writeHead(500).end('canary of the receiver'))
  const error = (await webhook.send({ id: 'one', body: '{}' }, now).catch((thrown: Error) => thrown)) as Error
  expect(error.message).toBe('The receiver answered 500')
  expect(webhook.host).toBe(new URL(url).host)
  const gone = createWebhook({ alarmWebhook: { url: 'http://127.0.0.1:9/hooks/t0ken', secret } })!
  await expect(gone.send({ id: 'one', body: '{}' }, now)).rejects.toThrow(/^The receiver could not be reached$/)
})

test('does not exist without configuration', () => {
  expect(createWebhook({ alarmWebhook: undefined })).toBeNull()
})
