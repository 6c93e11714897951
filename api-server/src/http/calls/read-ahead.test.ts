import { eq } from 'drizzle-orm'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { users } from '../../db/schema/index.ts'
import { handleErrors } from '../problems.ts'
import { handleReadAhead } from './handle.ts'

let server: TestApp
let app: FastifyInstance
let reading: () => Promise<never[]>
let reads: unknown[][] = []
// Not a spy, because a spy handles the rejection of a promise that it returns.
const read = (...given: unknown[]) => {
  reads.push(given)
  return reading()
}
const lost = vi.fn()

beforeAll(async () => {
  server = await startTestApp()
  app = Fastify()
  for (const name of ['user', 'limits', 'ahead']) app.decorateRequest(name, null)
  handleErrors(app)
  const api = { app, deps: server.deps, served: new Set<never>(), lists: new Map() }
  handleReadAhead(api, 'listMyCourses', read, (_, courses) => courses)
  process.on('unhandledRejection', lost)
})
beforeEach(() => {
  reading = async () => []
  reads = []
})
afterAll(async () => {
  process.off('unhandledRejection', lost)
  await app.close()
  await server.close()
})

async function ask(token: string | undefined) {
  const headers = token ? { authorization: `Bearer ${token}` } : {}
  return (await app.inject({ url: '/api/v1/courses/me', headers })).statusCode
}

test('reads ahead once for callers with a valid token, and never for others', async () => {
  expect(await ask(undefined)).toBe(401)
  expect(await ask('eyJhbGciOiJub25lIn0.e30.')).toBe(401)
  expect(reads).toEqual([])
  expect(await ask(await server.tokenOf('zoe'))).toBe(200)
  expect(reads).toEqual([[server.deps, await server.idOf('zoe'), expect.anything()]])
})

test('drops the result and the failure of a refused call', async () => {
  const token = await server.tokenOf('yan')
  await server.deps.db.update(users).set({ disabled_at: new Date() }).where(eq(users.username, 'yan'))
  expect(await ask(token)).toBe(401)
  reading = async () => {
    throw new Error('The statement was cancelled')
  }
  expect(await ask(token)).toBe(401)
  // Node reports unhandled rejections at the end of the turn.
  await new Promise(setImmediate)
  expect(lost).not.toHaveBeenCalled()
})

test('a failed read ahead fails the call', async () => {
  reading = async () => {
    throw new Error('The statement was cancelled')
  }
  expect(await ask(await server.tokenOf('zoe'))).toBe(500)
})
