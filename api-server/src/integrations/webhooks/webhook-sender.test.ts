import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { isPublicAddress, type Resolve } from './public-address.ts'
import { createWebhookSender, newWebhookSecret } from './webhook-sender.ts'

const secret = newWebhookSecret(new Uint8Array(32).fill(7))
const now = new Date('2026-11-24T03:00:00Z')

/** A receiver on a local address, and its requests. */
async function receiver(answer: RequestListener, host = '127.0.0.1') {
  const heard: { request: IncomingMessage; body: string }[] = []
  const server = createServer(async (asked, response) => {
    let body = ''
    for await (const chunk of asked) body += chunk
    heard.push({ request: asked, body })
    answer(asked, response)
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, heard }
}

const leadsTo =
  (...addresses: string[]): Resolve =>
  (_name, answer) =>
    answer(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
/** Like the product's, but over HTTP, with a name that resolves to this machine. */
const local = (isAllowed: (address: string) => boolean = () => true) =>
  createWebhookSender({ resolve: leadsTo('127.0.0.1'), isAllowed, send: request })
/** With the product's own address rule, over HTTP, so that a receiver on this machine could be reached. */
const guarded = (...addresses: string[]) =>
  createWebhookSender({ resolve: leadsTo(...addresses), isAllowed: isPublicAddress, send: request })
const delivery = (url: string, secrets = [secret]) => ({ url, id: 'one', body: '{"type":"webhook.test"}', secrets })

test('signs a delivery by Standard Webhooks, so that a receiver can verify it', async () => {
  const { port, heard } = await receiver((_, response) => response.writeHead(200).end('taken'))
  const answer = await local().send(delivery(`http://hooks.example:${port}/paid?key=1`), now)
  expect(answer).toEqual({ status: 200, excerpt: 'taken' })
  const [{ request: asked, body } = { request: undefined, body: '' }] = heard
  expect(asked).toMatchObject({ method: 'POST', url: '/paid?key=1' })
  expect(asked?.headers).toMatchObject({
    'content-type': 'application/json',
    'webhook-id': 'one',
    'webhook-timestamp': String(now.getTime() / 1000),
  })
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const mac = createHmac('sha256', key)
    .update(`one.${now.getTime() / 1000}.${body}`)
    .digest('base64')
  expect(asked?.headers['webhook-signature']).toBe(`v1,${mac}`)
})

test('the example in the manual accepts our signatures with either secret, and rejects changed or old deliveries', async () => {
  const manual = readFileSync(new URL('../../../../docs/how-to/webhooks.md', import.meta.url), 'utf8')
  const [, example = ''] = /```js\n([\s\S]*?)```/.exec(manual) ?? []
  const { isOurs } = await import(`data:text/javascript,${encodeURIComponent(example)}`)
  const { port, heard } = await receiver((_, response) => response.end())
  const other = newWebhookSecret(new Uint8Array(32).fill(8))
  await local().send(delivery(`http://hooks.example:${port}/`, [other, secret]), now)
  const [{ request: asked, body } = { request: undefined, body: '' }] = heard
  const at = now.getTime()
  expect(isOurs(asked?.headers, body, secret, at)).toBe(true)
  expect(isOurs(asked?.headers, body, other, at + 299_000)).toBe(true)
  expect(isOurs(asked?.headers, body, other, at + 301_000)).toBe(false)
  expect(isOurs(asked?.headers, `${body} `, secret, at)).toBe(false)
  expect(isOurs(asked?.headers, body, newWebhookSecret(new Uint8Array(32)), at)).toBe(false)
})

test('signs with both secrets during a rotation', async () => {
  const { port, heard } = await receiver((_, response) => response.end())
  const other = newWebhookSecret(new Uint8Array(32).fill(8))
  await local().send(delivery(`http://hooks.example:${port}/`, [other, secret]), now)
  const signatures = String(heard[0]?.request.headers['webhook-signature']).split(' ')
  expect(signatures).toHaveLength(2)
  for (const signature of signatures) expect(signature).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/)
})

test.each([301, 302, 307, 308])('does not follow a redirect (%i), and returns it as the response', async (status) => {
  const sentinel = await receiver((_, response) => response.end())
  const { port } = await receiver((_, response) =>
    response.writeHead(status, { location: `http://127.0.0.1:${sentinel.port}/` }).end(),
  )
  expect(await local().send(delivery(`http://hooks.example:${port}/`), now)).toMatchObject({ status })
  expect(sentinel.heard).toEqual([])
})

test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['localhost by six', '[::1]'],
  ['an address written as a number', '2130706433'],
  ['an address written in hexadecimal', '0x7f.1'],
  ['an address of four in one of six', '[::ffff:127.0.0.1]'],
  ['every address', '0.0.0.0'],
])('a sentinel on this machine hears nothing when an address names it: %s', async (_, host) => {
  const sentinel = await receiver((_asked, response) => response.end(), host.startsWith('[') ? '::' : '0.0.0.0')
  const sender = guarded('127.0.0.1')
  const url = `http://${host}:${sentinel.port}/`
  expect(sender.accepts(url)).toBe(false)
  await expect(sender.send(delivery(url), now)).rejects.toThrow('is not on the public internet')
  expect(sentinel.heard).toEqual([])
})

test.each([
  ['this machine', ['127.0.0.1']],
  ['this machine beside an address of the internet', ['93.184.215.14', '127.0.0.1']],
  ['the data of a cloud machine', ['169.254.169.254']],
  ['a private network', ['10.1.2.3']],
  ['a private network of six', ['fd00::1']],
  ['this machine by six', ['::1']],
  ['an address of four in one of six', ['::ffff:127.0.0.1']],
  ['an address of four behind a translation', ['64:ff9b::7f00:1']],
  ['this machine in the old form of four in six', ['::7f00:1']],
  ['the data of a cloud machine in the same form', ['::a9fe:a9fe']],
  ['an address of the internet in the same form', ['::5db8:d70e']],
  ['the last address of that form', ['::ffff:ffff']],
  ['the network of a carrier', ['100.64.0.1']],
  ['nothing', []],
])('a sentinel hears nothing when a name leads to %s', async (_, addresses) => {
  const sentinel = await receiver((_asked, response) => response.end())
  const url = `http://hooks.example:${sentinel.port}/`
  await expect(guarded(...addresses).send(delivery(url), now)).rejects.toThrow(
    /^The address is not on the public internet, so nothing was sent$/,
  )
  expect(sentinel.heard).toEqual([])
})

test('checks the resolved address of each connection, so that a name that changes is rejected', async () => {
  const sentinel = await receiver((_, response) => response.end())
  let asked = 0
  const changing: Resolve = (name, answer) => leadsTo(asked++ === 0 ? '127.0.0.2' : '127.0.0.1')(name, answer)
  const sender = createWebhookSender({
    resolve: changing,
    isAllowed: (address) => address === '127.0.0.2',
    send: request,
  })
  const url = `http://hooks.example:${sentinel.port}/`
  // The first is another address of this machine, where no server listens.
  await expect(sender.send(delivery(url), now)).rejects.toThrow('could not be reached')
  await expect(sender.send(delivery(url), now)).rejects.toThrow('is not on the public internet')
  expect(sentinel.heard).toEqual([])
})

test('keeps only the start of a response, on one line, and stops reading an endless one', async () => {
  const { port } = await receiver((_, response) => {
    response.writeHead(500)
    response.write(`a\u0000line\r\nanother\u202e ${'x'.repeat(5_000)}`)
  })
  const { status, excerpt } = await local().send(delivery(`http://hooks.example:${port}/`), now)
  expect(status).toBe(500)
  expect(excerpt).toMatch(/^a line another x+$/)
  expect(excerpt.length).toBeLessThanOrEqual(500)
})

test('reports an unreachable receiver without its address', async () => {
  const url = 'http://hooks.example:9/t0ken'
  await expect(local().send(delivery(url), now)).rejects.toThrow(/^The receiver could not be reached$/)
})

test('accepts a public address, and rejects a name of this network', () => {
  const sender = createWebhookSender()
  expect(sender.accepts('https://hooks.example.com/a?b=c')).toBe(true)
  for (const host of ['localhost', 'db.internal', 'printer.local', '169.254.169.254', '192.168.0.1', '[fe80::1]'])
    expect(sender.accepts(`https://${host}/`), host).toBe(false)
})
