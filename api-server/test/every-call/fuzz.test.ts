import { operations } from '@flagyard/api-types'
import { bodyLimitOf, type Operation, pathNames } from '@flagyard/api-types/contract/operation'
import * as schemas from '@flagyard/api-types/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { findAccount } from '../../src/areas/platform/auth/queries.ts'
import { startSession } from '../../src/areas/platform/auth/sign-in/sign-in.ts'
import { rateLimits } from '../../src/db/schema/index.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { makeCourse, makeLab } from '../catalogue.ts'
import { createManualQueue } from '../fixtures/manual-queue.ts'

type Schema = z.core.$ZodType

const LONE = '\ud800'
/** Attacks and malformed text, sent in place of normal words. */
const HOSTILE = [
  '\0',
  'a\0b',
  LONE,
  `a${LONE}b`,
  '\udfff\ud800',
  '\u202eabc',
  'a\u200bb',
  '\ufeff',
  '\uffff',
  '𝕏'.repeat(50),
  'ı'.repeat(200),
  'x'.repeat(100_000),
  "' or 1=1 --",
  "'; drop table users; --",
  '\\',
  '%',
  '_%_',
  '%00',
  '%2e%2e%2f',
  '../../etc/passwd',
  '..\\..\\',
  '/',
  '//evil.example',
  '?a=b#c',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  '-1',
  '1e400',
  '9'.repeat(400),
  '00000000-0000-0000-0000-000000000000',
  '{"$gt":""}',
  '[object Object]',
  '<script>alert(1)</script>',
  '{{7*7}}#{7*7}',
  '=1+1',
  '\r\nSet-Cookie: a=b',
]
/** Number of strings at the start of HOSTILE that a database cannot store. */
const UNSTORABLE = 5
/**
 * With LONG=1, every place gets every string. Otherwise it gets one that cannot be stored and one of the others, which
 * differ from place to place.
 */
const stringsFor = (place: number) =>
  process.env.LONG
    ? HOSTILE
    : [HOSTILE[place % UNSTORABLE]!, HOSTILE[UNSTORABLE + ((place * 7) % (HOSTILE.length - UNSTORABLE))]!]

let app: TestApp
let token: string
beforeAll(async () => {
  app = await startTestApp({ deps: { queue: createManualQueue(() => app.deps) } })
  await app.asLearner.getMe()
  await app.asAdmin.getMe()
  await makeCourse(app.deps.db, 'aws')
  await makeLab(app.deps.db, 'lab')
  const account = await findAccount(app.deps.db, await app.idOf('administrator-of-tests'))
  const { session } = await startSession(app.deps, account!, { address: '127.0.0.1', userAgent: 'vitest' })
  token = session.access_token
})
afterAll(() => app.close())

let place = 0
const calls = Object.entries<Operation>(operations)
test.each(calls)(
  '%s answers hostile text in any field without a server error',
  { timeout: 600_000 },
  async (_, row) => {
    await app.deps.db.delete(rateLimits)
    for (const request of requestsOf(row))
      for (const hostile of stringsFor(place++)) {
        const { statusCode, body } = await send(row, request(hostile))
        expect(statusCode, `${JSON.stringify(hostile.slice(0, 30))}: ${body.slice(0, 300)}`).toBeLessThan(500)
      }
  },
)

test('every call rejects a body over its limit before parsing it', async () => {
  const taken: string[] = []
  for (const [name, row] of calls) {
    if ((!row.body && !row.form && !row.signedBody) || row.stream === 'tus') continue
    await app.deps.db.delete(rateLimits)
    const type = row.form ? 'application/x-www-form-urlencoded' : 'application/json'
    // Not valid JSON: a call that parses it answers 400.
    const text = '['.repeat(bodyLimitOf(row) + 1)
    const { statusCode } = await send(row, { names: namesOf(row), query: {}, payload: { type, text } })
    if (statusCode !== 413) taken.push(`${name}: ${statusCode}`)
  }
  expect(taken).toEqual([])
})

interface Request {
  names: Record<string, string>
  query: Record<string, string>
  payload?: { type: string; text: string }
}

/** One request for each text field, with valid values everywhere else. */
function requestsOf(row: Operation): ((hostile: string) => Request)[] {
  const plain = (): Request => ({ names: namesOf(row), query: {}, ...payloadOf(row, undefined, '') })
  const inPath = pathNames(row.path).map((name) => (hostile: string) => {
    const request = plain()
    return { ...request, names: { ...request.names, [name]: hostile } }
  })
  const inQuery = row.query
    ? placesOf(schemaOf(row.query)).map(([name = '']) => (hostile: string) => ({
        ...plain(),
        query: { [name]: hostile },
      }))
    : []
  const inFilter = row.list
    ? placesOf(schemaOf(row.list.filter)).map(([name = '']) => (hostile: string) => ({
        ...plain(),
        query: { filter: JSON.stringify({ [name]: hostile }) },
      }))
    : []
  const body = row.body ?? row.form
  const inBody = body
    ? placesOf(schemaOf(body)).map((path) => (hostile: string) => ({ ...plain(), ...payloadOf(row, path, hostile) }))
    : []
  return [...inPath, ...inQuery, ...inFilter, ...inBody]
}

async function send(row: Operation, { names, query, payload }: Request) {
  const path = row.path.replace(/\{(\w+)\}/g, (_, name: string) => encode(names[name] ?? ''))
  const search = Object.entries(query).map(([name, value]) => `${name}=${encode(value)}`)
  return app.app.inject({
    method: row.method,
    url: `/api/v1${path}${search.length > 0 ? `?${search.join('&')}` : ''}`,
    headers: {
      authorization: `Bearer ${token}`,
      'sec-fetch-site': 'same-origin',
      ...(payload && { 'content-type': payload.type }),
    },
    ...(payload && { payload: payload.text }),
  })
}

const encode = (text: string) => encodeURIComponent(text.toWellFormed())

const namesOf = (row: Operation) =>
  Object.fromEntries(
    pathNames(row.path).map((name) => {
      if (name === 'username') return [name, 'learner']
      if (name === 'list') return [name, 'listUsers']
      return [name, name.endsWith('id') ? crypto.randomUUID() : 'aws']
    }),
  )

/** JSON sends half of a surrogate pair as an escape sequence. */
function payloadOf(row: Operation, path: string[] | undefined, hostile: string): Pick<Request, 'payload'> {
  const ref = row.body ?? row.form
  if (!ref) return {}
  const value = sample(schemaOf(ref))
  if (path) put(value, path, hostile)
  if (row.form)
    return {
      payload: { type: 'application/x-www-form-urlencoded', text: new URLSearchParams(value as never).toString() },
    }
  return { payload: { type: 'application/json', text: JSON.stringify(value) } }
}

const schemaOf = (ref: string) => (schemas as unknown as Record<string, Schema>)[ref.replace('[]', '')] as Schema

/** Paths of all values that are neither objects nor lists. */
function placesOf(schema: Schema, path: string[] = []): string[][] {
  const inner = unwrapped(schema)
  if (inner instanceof z.ZodObject)
    return Object.entries<Schema>(inner.shape).flatMap(([name, field]) => placesOf(field, [...path, name]))
  if (inner instanceof z.ZodArray) return placesOf(inner.element, [...path, '0'])
  return [path]
}

function put(target: unknown, path: string[], value: string) {
  const [name = '', ...rest] = path
  const parent = target as Record<string, unknown>
  if (rest.length === 0) parent[name] = value
  else {
    if (typeof parent[name] !== 'object' || parent[name] === null) parent[name] = rest[0] === '0' ? [] : {}
    put(parent[name], rest, value)
  }
}

function unwrapped(schema: Schema): Schema {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return unwrapped(schema.unwrap() as Schema)
  if (schema instanceof z.ZodPipe) return unwrapped(schema.in)
  return schema
}

/** A value that should be valid, guessed from the schema. */
function sample(schema: Schema): unknown {
  if (schema instanceof z.ZodOptional) return undefined
  const inner = unwrapped(schema)
  if (inner instanceof z.ZodObject)
    return Object.fromEntries(Object.entries<Schema>(inner.shape).map(([name, field]) => [name, sample(field)]))
  if (inner instanceof z.ZodArray) return [sample(inner.element)]
  const candidates = [
    'aws',
    'learner',
    1,
    true,
    crypto.randomUUID(),
    'a@b.example',
    new Date().toISOString(),
    'a long enough phrase',
  ]
  return candidates.find((one) => (schema as z.ZodType).safeParse(one).success) ?? 'aws'
}
