import { randomUUID } from 'node:crypto'
import { Agent, get } from 'node:http'
import { connect, isIP } from 'node:net'
import { text } from 'node:stream/consumers'
import { operations } from '@flagyard/api-types'
import { type Operation, pathNames } from '@flagyard/api-types/contract/operation'
import { type ProblemCode, problems } from '@flagyard/api-types/contract/problem'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import Fastify, { LogController } from 'fastify'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { makeCourse } from '../../test/catalogue.ts'
import { rateLimits } from '../db/schema/index.ts'
import { ApiError, tooBusy } from '../errors.ts'
import { clientNetwork } from '../limits/rate-classes.ts'
import { createLog } from '../log.ts'
import { clientAddress } from './client-address.ts'
import { handleErrors } from './problems.ts'
import { stopServing } from './stopping.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const admin = async (query: Record<string, string | string[]>) => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) for (const one of [value].flat()) search.append(name, one)
  // Checks only the status and the problem; the real client would refuse to send most of these.
  const send = (await tokenOfAdmin()) as string
  return app.app.inject({ url: `/api/v1/admin/users?${search}`, headers: { authorization: `Bearer ${send}` } })
}

let token: string | undefined
async function tokenOfAdmin() {
  if (token) return token
  const { startSession } = await import('../areas/platform/auth/sign-in/sign-in.ts')
  const { findAccount } = await import('../areas/platform/auth/queries.ts')
  await app.asAdmin.getMe()
  const account = await findAccount(app.deps.db, { id: await app.idOf('administrator-of-tests') })
  const { session } = await startSession(app.deps, account, { address: '127.0.0.1', userAgent: 'vitest' })
  token = session.access_token
  return token
}

/** Headers in which proxies, CDNs and tunnels pass the sender's address. */
const FORWARDING_HEADERS = [
  ...[
    'forwarded',
    'via',
    'x-forwarded',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-forwarded-port',
  ],
  ...[
    'x-forwarded-server',
    'x-original-forwarded-for',
    'x-original-host',
    'x-real-ip',
    'x-client-ip',
    'x-cluster-client-ip',
  ],
  ...['cf-connecting-ip', 'cf-connecting-ipv6', 'cf-pseudo-ipv4', 'cf-ray', 'cf-visitor', 'cdn-loop', 'true-client-ip'],
  ...['fastly-client-ip', 'fly-client-ip', 'do-connecting-ip', 'x-nf-client-connection-ip', 'x-azure-clientip'],
  ...[
    'x-azure-socketip',
    'x-appengine-user-ip',
    'x-envoy-external-address',
    'x-remote-addr',
    'x-remote-ip',
    'x-proxyuser-ip',
  ],
]

describe('lists of the back office', () => {
  test('rejects prototype keys in filter and sort, without polluting objects', async () => {
    for (const filter of ['{"__proto__":{"polluted":1}}', '{"constructor":{"prototype":{"polluted":1}}}'])
      expect((await admin({ filter })).statusCode, filter).toBe(400)
    expect((await admin({ sort: '{"__proto__":[]}' })).statusCode).toBe(400)
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
    const body = await app.app.inject({
      method: 'POST',
      url: '/api/v1/auth/forgot_password',
      headers: { 'content-type': 'application/json' },
      payload: '{"email":"a@b.example","__proto__":{"polluted":1}}',
    })
    expect(body.statusCode).toBe(400)
  })

  test('rejects huge, negative and inverted ranges and unknown keys by name', async () => {
    for (const range of ['[0,1000]', '[-1,5]', '[9,3]', '[0]', '["0","9"]', '[0,1e99]', 'x'])
      expect([400, 422], range).toContain((await admin({ range })).statusCode)
    const unknown = await admin({ filter: '{"password_hash":"x"}' })
    expect([unknown.statusCode, unknown.json().errors[0].field]).toEqual([422, 'filter.password_hash'])
    expect((await admin({ sort: '["password_hash","ASC"]' })).statusCode).toBe(422)
    expect((await admin({ sort: '["username; drop table users","ASC"]' })).statusCode).toBe(422)
    const ids = JSON.stringify({ id: Array.from({ length: 1001 }, (_, index) => `u${index}`) })
    expect((await admin({ filter: ids })).statusCode).toBe(422)
    expect((await admin({ range: '[0,999]' })).statusCode).toBe(200)
  })

  test('rejects a parameter that is sent twice', async () => {
    expect((await admin({ filter: ['{}', '{}'] })).statusCode).toBe(422)
  })

  test('a page reports its range and total', async () => {
    const response = await admin({ range: '[0,0]' })
    expect(response.headers['content-range']).toMatch(/^items 0-0\/\d+$/)
  })
})

test('an unpaged list rejects a filter, a range and a sort', async () => {
  const whole = Object.values<Operation>(operations).filter(
    ({ method, path, auth, query }) => method === 'GET' && auth === 'admin' && !query && pathNames(path).length === 0,
  )
  expect(whole.map(({ path }) => path)).toContain('/admin/dead_jobs')
  for (const { path } of whole)
    for (const key of ['filter', 'range', 'sort']) {
      const { statusCode, body } = await app.app.inject({
        url: `/api/v1${path}`,
        query: { [key]: '{}' },
        headers: { authorization: `Bearer ${await tokenOfAdmin()}` },
      })
      expect([statusCode, JSON.parse(body).errors?.[0]?.field], path).toEqual([422, key])
    }
})

describe('requests', () => {
  test.each([
    ['text', { full_name: 5 }, 'full_name', 'This must be text'],
    ['a list', { links: 'a' }, 'links', 'This must be a list'],
    ['an object', { email_preferences: 5 }, 'email_preferences', 'This must be an object'],
    [
      'true or false',
      { email_preferences: { product: 'yes', reminders: true, feedback: true } },
      'email_preferences.product',
      'This must be true or false',
    ],
  ])('a value of the wrong type is refused with: it must be %s', async (_, profileUpdatePayload, field, message) => {
    const sent = app.asLearner.updateMe({ profileUpdatePayload: profileUpdatePayload as object })
    await expect(sent).rejects.toMatchObject({ status: 422, message: `${message}.`, errors: [{ field, message }] })
  })

  test('names invalid numbers, missing values, and several errors at the same time', async () => {
    const sent = (payload: object) =>
      app.asLearner.purchaseCourse({ purchaseCoursePayload: payload as { slug: string; quantity: number } })
    const whole = [{ field: 'quantity', message: 'This must be a whole number' }]
    for (const quantity of [7.5, '7', true, null])
      await expect(sent({ slug: 'a', quantity })).rejects.toMatchObject({ errors: whole })
    await expect(sent({ slug: 'a' })).rejects.toMatchObject({
      message: 'This is required.',
      errors: [{ field: 'quantity', message: 'This is required' }],
    })
    await expect(sent({})).rejects.toMatchObject({
      message: 'Please check: slug, quantity.',
      errors: [{ message: 'This is required' }, { message: 'This is required' }],
    })
  })

  test('rejects a body over the limit as too large, and deep JSON as invalid', async () => {
    const post = (payload: string) =>
      app.app.inject({
        method: 'POST',
        url: '/api/v1/auth/forgot_password',
        headers: { 'content-type': 'application/json' },
        payload,
      })
    const large = await post(JSON.stringify({ email: 'a'.repeat(1024 * 1024 + 1) }))
    expect([large.statusCode, large.json().code]).toEqual([413, 'too_large'])
    expect((await post(`{"email":${'['.repeat(5_000)}${']'.repeat(5_000)}}`)).statusCode).toBe(422)
    expect((await post('{"email":')).statusCode).toBe(400)
    const form = await app.app.inject({
      method: 'POST',
      url: '/api/v1/auth/signup',
      payload: '<x/>',
      headers: { 'content-type': 'text/xml' },
    })
    expect(form.statusCode).toBe(415)
  })

  const surrogate = '\\ud800'
  test.each([
    ['GET', '/api/v1/courses/%00', undefined, 404],
    ['GET', '/api/v1/certificates/%00/pdf', undefined, 404],
    ['GET', '/courses/a%00b', undefined, 404],
    ['POST', '/simulated-cloud/aws/%00/signin', undefined, 404],
    ['GET', `/api/v1/admin/users?filter=${encodeURIComponent('{"q":"a\\u0000b"}')}`, undefined, 422],
    ['GET', `/api/v1/admin/users?filter=${encodeURIComponent('{"id":["\\u0000"]}')}`, undefined, 422],
    ['GET', '/api/v1/admin/search?q=a%00b', undefined, 422],
    ['POST', '/api/v1/admin/banners', `{"content":"a\\u0000b"}`, 422],
    ['POST', '/api/v1/admin/banners', `{"content":"${surrogate}"}`, 422],
    ['POST', '/api/v1/admin/exports/listUsers', `{"ids":["a\\u0000b"]}`, 422],
    ['POST', '/api/v1/users/me', `{"full_name":"Ada \\u202eecalevoL"}`, 422],
    ['POST', '/api/v1/users/me', `{"full_name":"Ada\\u200b Lovelace"}`, 422],
    ['POST', '/api/v1/users/me', `{"full_name":"${surrogate}"}`, 422],
  ] as const)('text that cannot be stored or seen is refused: %s %s %s', async (method, url, payload, status) => {
    const response = await app.app.inject({
      method,
      url,
      headers: {
        authorization: `Bearer ${await tokenOfAdmin()}`,
        'sec-fetch-site': 'same-origin',
        ...(payload && { 'content-type': 'application/json' }),
      },
      ...(payload && { payload }),
    })
    expect(response.statusCode, response.body).toBe(status)
  })

  test('a name may contain the joiners of its script', async () => {
    const full_name = 'علی\u200cرضا 👩\u200d💻'
    expect(await app.as('joined').updateMe({ profileUpdatePayload: { full_name } })).toMatchObject({ full_name })
  })

  test('a form of another site cannot call JSON operations', async () => {
    const form = (url: string, payload: string) =>
      app.app.inject({
        method: 'POST',
        url,
        headers: { origin: 'http://evil.example', 'content-type': 'application/x-www-form-urlencoded' },
        payload,
      })
    expect((await form('/api/v1/auth/forgot_password', 'email=a@b.example')).statusCode).toBe(415)
    expect((await form('/api/v1/auth/signup', 'username=formed')).statusCode).toBe(415)
  })

  test('the demo only answers requests for this machine’s own names', async () => {
    const get = (host: string, headers = {}) =>
      app.app.inject({ url: '/api/v1/demo/outbox', headers: { host, ...headers } })
    for (const host of ['localhost:3000', '127.0.0.1', '[::1]:3000', 'demo.localhost'])
      expect((await get(host)).statusCode, host).toBe(200)
    for (const host of ['rebind.evil.example', '192.0.2.2', '127.0.0.1.evil.example'])
      expect((await get(host)).statusCode, host).toBe(421)
    for (const header of FORWARDING_HEADERS)
      expect((await get('localhost', { [header]: '8.8.8.8' })).statusCode, header).toBe(404)
    const browser = {
      'user-agent': 'x',
      accept: '*/*',
      'sec-fetch-site': 'none',
      'upgrade-insecure-requests': '1',
      dnt: '1',
    }
    expect(
      (await get('localhost', { ...browser, 'accept-language': 'en', origin: 'http://localhost' })).statusCode,
    ).toBe(200)
  })

  test('a forged X-Forwarded-For changes nothing, and one IPv6 /64 is one client', async () => {
    const statuses: number[] = []
    for (let index = 0; index < 12; index++) {
      const response = await app.app.inject({
        method: 'POST',
        url: '/api/v1/auth/signin',
        headers: {
          'sec-fetch-site': 'same-origin',
          'content-type': 'application/x-www-form-urlencoded',
          'x-forwarded-for': `203.0.113.${index}`,
        },
        payload: 'username=forwarded&password=guess',
      })
      statuses.push(response.statusCode)
    }
    expect(statuses.at(-1)).toBe(429)
    expect(clientNetwork('2001:db8:1:2:3:4:5:6')).toBe(clientNetwork('2001:db8:1:2::1'))
    expect(clientNetwork('2001:db8:1:2::1')).not.toBe(clientNetwork('2001:db8:1:3::1'))
    expect(clientNetwork('::ffff:192.0.2.1')).toBe('192.0.2.1')
  })

  test('behind a listed proxy the client is counted, and its own claims are ignored', async () => {
    const config = { ...app.deps.config, trustedProxies: ['127.0.0.1'] }
    const proxied = await startTestApp({ database: app.database, config })
    const signIn = async (forwarded: string, remoteAddress = '127.0.0.1') => {
      const response = await proxied.app.inject({
        method: 'POST',
        url: '/api/v1/auth/signin',
        remoteAddress,
        headers: {
          'sec-fetch-site': 'same-origin',
          'content-type': 'application/x-www-form-urlencoded',
          'x-forwarded-for': forwarded,
        },
        payload: 'username=proxied&password=guess',
      })
      return response.statusCode
    }
    for (let guess = 0; guess < 10; guess++) await signIn(`10.9.9.${guess}, 198.51.100.7`)
    expect(await signIn('10.9.9.99, 198.51.100.7')).toBe(429)
    expect(await signIn('198.51.100.8'), 'another client of the proxy').toBe(401)
    for (let guess = 0; guess < 10; guess++) await signIn(`203.0.113.${guess}`, '198.51.100.9')
    expect(await signIn('203.0.113.99', '198.51.100.9'), 'no proxy of ours').toBe(429)
    await proxied.app.close()
  })

  test('finds the client behind a proxy despite ports, brackets and garbage in X-Forwarded-For, without a 500', async () => {
    const config = { ...app.deps.config, trustedProxies: ['127.0.0.1', '10.0.0.0/8'] }
    const proxied = await startTestApp({ database: app.database, config })
    onTestFinished(() => proxied.app.close())
    const ask = (forwarded: string) =>
      proxied.app.inject({
        method: 'POST',
        url: '/api/v1/auth/signin',
        headers: {
          'sec-fetch-site': 'same-origin',
          'content-type': 'application/x-www-form-urlencoded',
          'x-forwarded-for': forwarded,
        },
        payload: 'username=any&password=guess',
      })
    const countedFor = async (forwarded: string) => {
      await app.deps.db.delete(rateLimits)
      const { statusCode } = await ask(forwarded)
      const keys = (await app.deps.db.select({ key: rateLimits.key }).from(rateLimits)).map(({ key }) => key)
      expect(statusCode, forwarded).toBe(401)
      return keys.find((key) => key.startsWith('signin:names:'))?.slice('signin:names:'.length)
    }
    for (const [forwarded, client] of [
      ['9.9.9.9', '9.9.9.9'],
      ['9.9.9.9:1234', '9.9.9.9'],
      ['::ffff:9.9.9.9', '9.9.9.9'],
      ['"9.9.9.9:1234"', '9.9.9.9'],
      ['[2001:db8:1:2::1]:443', '2001:db8:1:2::/64'],
      ['[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
      ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
      ['1.1.1.1, 9.9.9.9:55, 10.1.2.3:80', '9.9.9.9'],
      ['9.9.9.9, 10.1.2.3, unknown', '127.0.0.1'],
      ['unknown, 10.1.2.3', '10.1.2.3'],
      ['8.8.8.8, evil', '127.0.0.1'],
      ...['unknown', '_hidden', '1.2.3', '9.9.9.9:', ':1', '[::1', '999.1.1.1', ',', '', '9.9.9.9:123456'].map(
        (word) => [word, '127.0.0.1'],
      ),
    ] as const)
      expect(await countedFor(forwarded ?? ''), forwarded).toBe(client)
    const { statusCode } = await proxied.app.inject({
      url: '/api/v1/courses/',
      headers: { 'x-forwarded-for': 'unknown' },
    })
    expect(statusCode).toBe(200)
  })

  test('for any X-Forwarded-For, the client is an address passed on by one of our proxies', () => {
    const part = fc.oneof(
      fc.ipV4(),
      fc.ipV6(),
      fc.string(),
      fc.tuple(fc.ipV4(), fc.nat()).map(([ip, port]) => `${ip}:${port}`),
    )
    fc.assert(
      fc.property(fc.array(part), fc.ipV4(), fc.func(fc.boolean()), (entries, socket, isTrusted) => {
        const client = clientAddress(socket, entries.join(','), isTrusted)
        expect(isIP(client)).not.toBe(0)
        expect(clientNetwork(client)).toBeTruthy()
        if (!isTrusted(socket)) expect(client).toBe(socket)
      }),
    )
  })

  test('an Idempotency-Key gives one effect and the same answer, and fits one request only', async () => {
    await makeCourse(app.deps.db, 'keyed')
    const buy = (quantity: number, idempotencyKey: string) =>
      app.asLearner.purchaseCourse(
        { purchaseCoursePayload: { slug: 'keyed', quantity, gift: true } },
        { idempotencyKey },
      )
    const key = randomUUID()
    const first = await buy(2, key)
    expect(await buy(2, key)).toEqual(first)
    const parallel = randomUUID()
    const all = await Promise.all(Array.from({ length: 10 }, () => buy(1, parallel)))
    expect(new Set(all.map((answer) => JSON.stringify(answer))).size, 'repeats wait for the first').toBe(1)
    await expect(buy(3, key)).rejects.toMatchObject({ code: 'idempotency_conflict', status: 409 })
    await expect(buy(2, 'x'.repeat(201))).rejects.toMatchObject({ status: 400 })
    const other = app
      .as('someone-else')
      .purchaseCourse({ purchaseCoursePayload: { slug: 'keyed', quantity: 2, gift: true } }, { idempotencyKey: key })
    expect((await other).order_id, 'a key is its account’s own').not.toBe(first.order_id)
  })
})

describe('answers', () => {
  test('every response has the security headers', async () => {
    for (const url of ['/api/v1/courses/', '/api/v1/nothing', '/healthz']) {
      const { headers } = await app.app.inject(url)
      expect(headers['x-content-type-options'], url).toBe('nosniff')
      expect(headers['content-security-policy'], url).toMatch(
        /object-src 'none'.*base-uri 'none'.*frame-ancestors 'none'/,
      )
      expect(headers['referrer-policy'], url).toBe('strict-origin-when-cross-origin')
    }
    const mine = await app.app.inject({
      url: '/api/v1/users/me',
      headers: { authorization: `Bearer ${await tokenOfAdmin()}` },
    })
    expect(mine.headers['cache-control']).toBe('no-store')
  })

  test('over https, responses have HSTS and allow no other origin', async () => {
    const config = { ...app.deps.config, publicUrl: 'https://training.example', demo: false }
    const secure = await startTestApp({ database: app.database, config })
    for (const method of ['GET', 'OPTIONS'] as const) {
      const { headers } = await secure.app.inject({
        method,
        url: '/api/v1/courses/',
        headers: { origin: 'https://evil.example', 'access-control-request-method': 'GET' },
      })
      expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
      expect(headers['access-control-allow-origin']).toBeUndefined()
      expect(headers['access-control-allow-credentials']).toBeUndefined()
    }
    await secure.app.close()
  })

  test('any request produces one line of JSON per log entry', async () => {
    const lines: string[] = []
    const log = createLog({ logLevel: 'info' }, { write: (line) => void lines.push(line) })
    const forged = '\r\n{"level":60,"msg":"forged"}\n'
    const listen = () => Promise.reject(new Error(`broken${forged}`))
    const broken = await startTestApp({ deps: { listen, log } })
    await broken.app.inject({
      url: `/api/v1/courses/?search=${encodeURIComponent(forged)}`,
      headers: { 'user-agent': 'a%0d%0a{"msg":"forged"}', 'x-request-id': 'a%0ab' },
    })
    await broken.app.inject({
      method: 'POST',
      url: '/api/v1/auth/forgot_password',
      payload: { email: `a@b.example${forged}` },
    })
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.join('')).toContain('broken')
    for (const line of lines) {
      expect(line.trimEnd()).not.toMatch(/[\r\n]/)
      expect(JSON.parse(line).msg).not.toBe('forged')
    }
    await broken.close()
  })

  test('a statement that fails is logged without the values it was given', async () => {
    const lines: string[] = []
    const log = createLog({ logLevel: 'info' }, { write: (line) => void lines.push(line) })
    const listen = async () => {
      await app.deps.db.execute(sql`select ${'a canary of the tests'}::text::int`)
      return async () => undefined
    }
    const broken = await startTestApp({ deps: { listen, log } })
    expect((await broken.app.inject('/api/v1/courses/')).statusCode).toBe(500)
    expect(lines.join('')).toContain('Failed query with 1 parameters: select $1::text::int')
    expect(lines.join('')).toContain('22P02')
    expect(lines.join('')).not.toContain('canary')
    await broken.close()
  })

  test('refusals are not logged as errors: limits as information without a stack, mistakes of the caller not at all', async () => {
    const lines: string[] = []
    const log = createLog({ logLevel: 'info' }, { write: (line) => void lines.push(line) })
    const logged = () =>
      lines
        .splice(0)
        .map((line) => JSON.parse(line))
        .filter(({ code }) => code !== undefined)
    let thrown: unknown
    const quiet = Fastify({ loggerInstance: log, logController: new LogController({ disableRequestLogging: true }) })
    handleErrors(quiet)
    quiet.get('/', () => Promise.reject(thrown))
    const refusals = Object.entries(problems).map(([code, [status]]) => ({ code: code as ProblemCode, status }))
    const ask = () => quiet.inject('/')
    for (const { code, status } of refusals.filter((one) => one.status < 500)) {
      thrown = new ApiError(code, 'No.', status === 429 ? { retryAfter: 5 } : {})
      await ask()
      expect(logged(), code).toEqual(status === 429 ? [expect.objectContaining({ level: 30, code, msg: 'No.' })] : [])
    }
    thrown = tooBusy()
    await ask()
    const [busy] = logged()
    expect(busy).toMatchObject({ level: 30, code: 'unavailable', status: 503 })
    expect(JSON.stringify(busy)).not.toContain('    at ')
    for (const fault of [
      new Error('broken'),
      new ApiError('unavailable', 'Payments are not set up.'),
      { message: 'bare' },
    ]) {
      thrown = fault
      await ask()
      expect(JSON.parse(lines.splice(0).at(-1) ?? '{}')).toMatchObject({
        level: 50,
        err: { message: (fault as Error).message },
      })
    }
  })

  test('reports a full disk, and is not ready until that has passed', async () => {
    const listen = () => Promise.reject(Object.assign(new Error('could not extend file'), { code: '53100' }))
    const broken = await startTestApp({ deps: { listen, ping: async () => new Date() } })
    onTestFinished(() => broken.close())
    expect((await broken.app.inject('/readyz')).statusCode).toBe(200)
    const { statusCode, body, headers } = await broken.app.inject('/api/v1/courses/')
    expect([statusCode, JSON.parse(body).code, headers['retry-after']]).toEqual([503, 'unavailable', '60'])
    expect(JSON.parse(body).detail).toContain('cannot save changes')
    expect((await broken.app.inject('/readyz')).json()).toEqual({ status: 'the disk is full' })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 })
    onTestFinished(() => void vi.useRealTimers())
    expect((await broken.app.inject('/readyz')).statusCode).toBe(200)
  })

  test.each([
    [31, 503, "the clock of this machine is 31 s ahead of the database's"],
    [-40, 503, "the clock of this machine is 40 s behind the database's"],
    [29, 200, 'ready'],
    [-29, 200, 'ready'],
  ])('a clock that is %i s off the database’s answers readyz with %i', async (seconds, code, status) => {
    const at = Date.now()
    const clock = { now: () => new Date(at + seconds * 1_000) }
    const drifting = await startTestApp({ database: app.database, deps: { clock, ping: async () => new Date(at) } })
    onTestFinished(() => drifting.app.close())
    const answer = await drifting.app.inject('/readyz')
    expect([answer.statusCode, answer.json()]).toEqual([code, { status }])
    expect((await drifting.app.inject('/healthz')).statusCode).toBe(200)
  })

  test('a stopping server answers every request on open connections, the last with Connection: close, and is not ready', async () => {
    const served = await startTestApp({ database: app.database })
    const { port } = new URL(await served.app.listen({ port: 0, host: '127.0.0.1' }))
    const agent = new Agent({ keepAlive: true, maxSockets: 8 })
    onTestFinished(() => agent.destroy())
    /** Status and Connection header of a response; without one, whether the request used a kept-alive connection. */
    const ask = (path: string) =>
      new Promise<{ status: number; connection: string | undefined } | { onKept: boolean }>((resolve) => {
        const request = get({ port, agent, path, host: '127.0.0.1' }, (response) => {
          const { statusCode: status = 0, headers } = response
          response.resume().on('end', () => resolve({ status, connection: headers.connection }))
        }).on('error', () => resolve({ onKept: request.reusedSocket }))
      })
    expect(await ask('/readyz')).toEqual({ status: 200, connection: 'keep-alive' })
    const answers: { status: number; connection: string | undefined }[] = []
    const unanswered: { onKept: boolean }[] = []
    const asking = Array.from({ length: 8 }, async () => {
      while (unanswered.length < 8) {
        const answer = await ask('/api/v1/courses/')
        if ('onKept' in answer) return void unanswered.push(answer)
        answers.push(answer)
      }
    })
    await vi.waitFor(() => expect(answers.length).toBeGreaterThan(50))
    const stopped = stopServing(served.app)
    // Connects while the server still listens, and sends its request after that.
    const late = connect(Number(port), '127.0.0.1')
    const lateAnswer = text(late)
    setTimeout(() => late.end('GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'), 1_300)
    await vi.waitFor(() => expect(answers.some(({ connection }) => connection === 'close')).toBe(true))
    expect((await served.app.inject('/readyz')).json()).toEqual({ status: 'stopping' })
    await stopped
    await Promise.all(asking)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await lateAnswer).toMatch(/^HTTP\/1.1 200 OK/)
    // The others connected after the server stopped listening.
    expect(unanswered.filter(({ onKept }) => onKept)).toEqual([])
  })

  test('a client that disconnects during its request causes no log error', async () => {
    const lines: string[] = []
    const log = createLog({ logLevel: 'debug' }, { write: (line) => void lines.push(line) })
    const quiet = await startTestApp({ deps: { log } })
    onTestFinished(() => quiet.close())
    const { port, hostname } = new URL(await quiet.app.listen({ port: 0, host: '127.0.0.1' }))
    const socket = connect(Number(port), hostname)
    socket.write('POST /api/v1/auth/forgot_password HTTP/1.1\r\nHost: localhost\r\n')
    socket.write('Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"email":')
    socket.on('error', () => undefined)
    // The guard counts before the body is read.
    await vi.waitFor(async () => expect(await quiet.deps.db.$count(rateLimits)).toBeGreaterThan(0))
    socket.destroy()
    await vi.waitFor(() => expect(lines.join('')).toContain('The client went away'), { timeout: 10_000 })
    for (const line of lines) expect(JSON.parse(line).level, line).toBeLessThan(50)
  })

  test('the response to an internal error contains none of its text', async () => {
    const listen = () => Promise.reject(new Error('the secret path'))
    const broken = await startTestApp({ deps: { listen } })
    const { statusCode, body } = await broken.app.inject('/api/v1/courses/')
    expect([statusCode, JSON.parse(body).code]).toEqual([500, 'unexpected'])
    expect(body).not.toContain('secret path')
    await broken.close()
  })

  test('the documentation is open in the demo and closed in production', async () => {
    expect((await app.app.inject('/api/v1/openapi.json')).json().openapi).toBe('3.1.0')
    const production = await startTestApp({ database: app.database, config: { ...app.deps.config, apiDocs: false } })
    expect((await production.app.inject('/api/v1/openapi.json')).statusCode).toBe(404)
    expect((await production.app.inject('/api/v1/docs/')).statusCode).toBe(404)
    await production.app.close()
  })
})
