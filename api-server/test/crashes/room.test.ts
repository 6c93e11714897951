import type { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { grant } from '../../src/areas/catalogue/entitlements/service.ts'
import { outbox, users } from '../../src/db/schema/index.ts'
import { type LabBench, openLabBench } from '../fixtures/lab-fixture.ts'

const ROOM = '198.51.100.60'
const SEATS = process.env.LONG ? 60 : 25
const password = 'a long enough phrase'

let bench: LabBench
beforeAll(async () => {
  bench = await openLabBench()
})
afterAll(() => bench.close())

interface Sent {
  token?: string
  json?: object
  form?: Record<string, string>
  from?: string
}

const call = (method: 'GET' | 'POST', path: string, { token, json, form, from = ROOM }: Sent = {}) =>
  bench.app.inject({
    method,
    url: `/api/v1${path}`,
    remoteAddress: from,
    headers: {
      'sec-fetch-site': 'same-origin',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
    ...(json ? { payload: json } : form ? { payload: new URLSearchParams(form).toString() } : {}),
  })

const signIn = (username: string, typed: string, from = ROOM) =>
  call('POST', '/auth/signin', { form: { username, password: typed }, from })

const forEachLearner = <T>(names: string[], each: (name: string) => Promise<T>) => Promise.all(names.map(each))

test('a class behind one address signs up, activates, signs in, follows events and deploys within five minutes; only guesses of one name are limited', {
  timeout: 120_000,
}, async () => {
  const names = Array.from({ length: SEATS }, (_, seat) => `seat-${String(seat).padStart(2, '0')}`)
  const guessed = names.at(-1) ?? ''

  const signedUp = await forEachLearner(names, async (username) => {
    const json = { username, email: `${username}@people.example`, password, full_name: username, accept_terms: true }
    return (await call('POST', '/auth/signup', { json })).statusCode
  })
  expect(signedUp).toEqual(names.map(() => 201))
  const mailed = await bench.deps.db.select({ text: outbox.text }).from(outbox)
  const activated = await Promise.all(
    mailed.map(async ({ text }) => {
      const json = { token: /token=([\w.-]+)/.exec(text)?.[1] }
      return (await call('POST', '/auth/activate_account', { json })).statusCode
    }),
  )
  expect(activated).toHaveLength(SEATS)
  expect(new Set(activated)).toEqual(new Set([200]))

  for (const name of names.slice(0, 6))
    for (let slip = 0; slip < 3; slip++) expect((await signIn(name, 'slip')).statusCode).toBe(401)
  const tokens = await forEachLearner(names, async (name) => {
    const answer = await signIn(name, password)
    expect(answer.statusCode, name).toBe(200)
    return answer.json<{ access_token: string }>().access_token
  })
  const guesses = await Promise.all(Array.from({ length: 200 }, (_, guess) => signIn(guessed, `guess ${guess}`)))
  const checked = guesses.filter(({ statusCode }) => statusCode === 401)
  expect(checked.length, 'simultaneous guesses').toBeLessThanOrEqual(10)
  expect((await signIn(guessed, password)).statusCode).toBe(429)
  expect((await signIn(guessed, password, '203.0.113.9')).statusCode, 'from another address').toBe(200)
  for (const name of names.slice(0, 6))
    expect((await signIn(name, password)).statusCode, 'correct passwords are not limited').toBe(200)

  for (let account = 0; account < 20; account++) await bench.addAccount()
  const people = await bench.deps.db.select({ id: users.id }).from(users)
  const course = bench.lesson.course_id
  for (const { id: userId } of people) await grant(bench.deps.db, { userId, course, source: 'administrator' })
  const { slug, section, lesson } = bench.place
  const streams = await Promise.all(
    tokens.map(async (token) => {
      const deployed = await call('POST', `/labs/deploy/${slug}/${section}/${lesson}`, { token })
      expect(deployed.statusCode).toBeLessThan(300)
      const url = `/api/v1/deployments/${deployed.json<{ id: string }>().id}/events`
      const stream = await bench.app.inject({
        url,
        remoteAddress: ROOM,
        headers: { authorization: `Bearer ${token}` },
        payloadAsStream: true,
      })
      expect(stream.statusCode).toBe(200)
      return stream.stream()
    }),
  )
  await Promise.all(
    tokens.map(async (token) =>
      expect((await call('GET', `/labs/${bench.lab.slug}/me`, { token })).statusCode).toBe(200),
    ),
  )
  for (const stream of streams as Readable[]) stream.destroy()
})
