import { operations as literal } from '@flagyard/api-types'
import { type Operation, pathNames } from '@flagyard/api-types/contract/operation'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as auth from '../../src/areas/platform/auth/queries.ts'
import { startSession } from '../../src/areas/platform/auth/sign-in/sign-in.ts'
import { users } from '../../src/db/schema/index.ts'
import { assertAllServed } from '../../src/http/calls/handle.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { createManualQueue } from '../fixtures/manual-queue.ts'

const operations: Record<string, Operation> = literal
const all = ['owner', 'support', 'content', 'finance', 'cloud']
let app: TestApp
const tokens: Record<string, string> = {}

beforeAll(async () => {
  // Accepted calls may queue jobs. They do not run here.
  app = await startTestApp({ deps: { queue: createManualQueue(() => app.deps) } })
  const make = async (username: string, more: Partial<Parameters<typeof auth.insertAccount>[1]> = {}) => {
    const account = await auth.insertAccount(app.deps.db, {
      username,
      email: `${username}@a.example`,
      full_name: username,
      password_hash: 'none',
      activated_at: new Date(),
      ...more,
    })
    const { session } = await startSession(app.deps, account, { address: '127.0.0.1', userAgent: 'vitest' })
    tokens[username] = session.access_token
  }
  await make('learner')
  await make('other')
  await make('inactive', { activated_at: null })
  await make('disabled')
  // Changes only the row and does not end the session, so that the call reaches the guard.
  await app.deps.db.update(users).set({ disabled_at: new Date() }).where(eq(users.username, 'disabled'))
  await make('admin-none', { roles: ['user', 'admin'] })
  for (const one of all)
    await make(`admin-without-${one}`, { roles: ['user', 'admin'], capabilities: all.filter((other) => other !== one) })
  for (const one of all) await make(`admin-only-${one}`, { roles: ['user', 'admin'], capabilities: [one] })
})
afterAll(() => app.close())

/** Calls a row with only a token, because the guard decides before the body is read. */
async function call(row: Operation, as: string) {
  const path = row.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    name.endsWith('id') ? crypto.randomUUID() : 'nothing-here',
  )
  const token = tokens[as]
  const response = await app.app.inject({
    method: row.method,
    url: `/api/v1${path}`,
    headers: { 'sec-fetch-site': 'same-origin', ...(token ? { authorization: `Bearer ${token}` } : {}) },
  })
  const body = response.body && response.headers['content-type']?.includes('json') ? response.json() : {}
  return { status: response.statusCode, code: body.code as string | undefined }
}

const passes = ({ status, code }: { status: number; code: string | undefined }) =>
  status !== 401 && !(status === 403 && [undefined, 'forbidden', 'inactive_account', 'not_signed_in'].includes(code))

/** Expected refusal. A response to HEAD has no body and therefore no code. */
const refused = (row: Operation, status: number, code: string) => ({
  status,
  code: row.method === 'HEAD' ? undefined : code,
})

describe('every row and every identity', () => {
  for (const [name, row] of Object.entries(operations)) {
    if (row.auth === 'public')
      test(`${name} is open to everyone`, async () => {
        for (const who of ['visitor', 'inactive', 'disabled', 'learner']) {
          const answer = await call(row, who)
          expect(answer.status, who).not.toBe(401)
          expect(['forbidden', 'inactive_account'], who).not.toContain(answer.code)
        }
      })
    if (row.auth === 'bearer')
      test(`${name} needs an active account`, async () => {
        expect(await call(row, 'visitor')).toEqual({ status: 401, code: 'not_signed_in' })
        expect(await call(row, 'disabled')).toEqual({ status: 401, code: 'not_signed_in' })
        const inactive = await call(row, 'inactive')
        if (row.allowUnactivated) expect(passes(inactive)).toBe(true)
        else expect(inactive).toEqual({ status: 403, code: 'inactive_account' })
        for (const who of ['learner', 'other', 'admin-none']) expect(passes(await call(row, who)), who).toBe(true)
      })
    if (row.auth === 'admin')
      test(`${name} is for administrators${row.capabilities ? ` with ${row.capabilities.join(' or ')}` : ''}`, async () => {
        expect(await call(row, 'visitor')).toEqual(refused(row, 401, 'not_signed_in'))
        expect(await call(row, 'disabled')).toEqual(refused(row, 401, 'not_signed_in'))
        expect(await call(row, 'inactive')).toEqual(refused(row, 403, 'inactive_account'))
        for (const who of ['learner', 'other']) expect(await call(row, who)).toEqual(refused(row, 403, 'forbidden'))
        const needed = row.capabilities ?? []
        expect(passes(await call(row, 'admin-none'))).toBe(needed.length === 0)
        for (const one of all) {
          expect(passes(await call(row, `admin-only-${one}`)), `only ${one}`).toBe(
            needed.length === 0 || needed.includes(one as never),
          )
          const others = needed.filter((capability) => capability !== one)
          expect(passes(await call(row, `admin-without-${one}`)), `without ${one}`).toBe(
            needed.length === 0 || others.length > 0,
          )
        }
      })
  }
})

test('the catalogue’s address without its slash returns the administrators’ list', async () => {
  expect((await app.app.inject('/api/v1/courses/')).statusCode).toBe(200)
  for (const path of ['/courses', '/exams', '/labs', '/vouchers', '/exams/any/flags', '/labs/any/flags']) {
    const headers = { authorization: `Bearer ${tokens.learner}` }
    expect((await app.app.inject({ url: `/api/v1${path}`, headers })).statusCode, path).toBe(403)
  }
})

test('an empty path parameter is not found and never reaches another call', async () => {
  for (const [name, row] of Object.entries(operations)) {
    if (pathNames(row.path).length === 0) continue
    const url = `/api/v1${row.path.replace(/\{\w+\}/g, '')}`
    if (Object.values(operations).some((other) => `/api/v1${other.path}` === url)) continue
    const { statusCode } = await app.app.inject({
      method: row.method,
      url,
      headers: { authorization: `Bearer ${tokens['admin-only-owner']}` },
    })
    expect(statusCode, name).toBe(404)
  }
})

test('a demotion takes effect at the next call', async () => {
  const account = await auth.insertAccount(app.deps.db, {
    username: 'demoted',
    email: 'demoted@a.example',
    full_name: 'D',
    password_hash: 'none',
    activated_at: new Date(),
    roles: ['user', 'admin'],
  })
  const { session } = await startSession(app.deps, account, { address: '127.0.0.1', userAgent: 'vitest' })
  const ask = async () =>
    (await app.app.inject({ url: '/api/v1/courses', headers: { authorization: `Bearer ${session.access_token}` } }))
      .statusCode
  expect(await ask()).not.toBe(403)
  await app.deps.db
    .update(users)
    .set({ roles: ['user'] })
    .where(eq(users.id, account.id))
  expect(await ask()).toBe(403)
})

test('the server does not start if no feature serves a row of the contract', () => {
  const served = new Set(Object.keys(literal) as (keyof typeof literal)[])
  expect(() => assertAllServed({ served })).not.toThrow()
  served.delete('listCourses')
  expect(() => assertAllServed({ served })).toThrow('No feature serves listCourses')
})
