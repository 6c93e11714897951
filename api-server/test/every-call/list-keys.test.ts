import { operations } from '@flagyard/api-types'
import type { Operation } from '@flagyard/api-types/contract/operation'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findByUsername } from '../../src/areas/platform/auth/queries.ts'
import { startSession } from '../../src/areas/platform/auth/sign-in/sign-in.ts'
import { startTestApp, type TestApp } from '../app.ts'

let app: TestApp
let authorization: string
beforeAll(async () => {
  app = await startTestApp()
  const username = 'administrator-of-tests'
  await app.asAdmin.getMe()
  const account = await findByUsername(app.deps.db, username)
  const { session } = await startSession(app.deps, account!, { address: '127.0.0.1', userAgent: 'vitest' })
  authorization = `Bearer ${session.access_token}`
})
afterAll(() => app.close())

/** Values that would change an SQL statement if they became part of it. */
const words = [
  'id; drop table users',
  'id" desc, (select 1)--',
  '(select pg_sleep(9))',
  "x' or '1'='1",
  'password_hash',
]

const lists = Object.entries<Operation>(operations).filter(([, row]) => row.list && !row.path.includes('{'))

test.each(lists)('%s rejects every key that its own list does not define', async (_name, row) => {
  const ask = async (query: Record<string, string>) => {
    const url = `/api/v1${row.path}?${new URLSearchParams(query)}`
    const { statusCode } = await app.app.inject({ method: row.method, url, headers: { authorization } })
    return statusCode
  }
  for (const word of words) {
    expect(await ask({ sort: JSON.stringify([word, 'ASC']) }), `sort by ${word}`).toBe(422)
    expect(await ask({ sort: JSON.stringify(['id', word]) }), `in the order ${word}`).toBe(422)
    expect(await ask({ filter: JSON.stringify({ [word]: word }) }), `filter by ${word}`).toBe(422)
    expect([200, 422], `the id ${word}`).toContain(await ask({ filter: JSON.stringify({ id: [word] }) }))
  }
})
