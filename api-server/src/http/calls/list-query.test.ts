import { type Operation, operations } from '@flagyard/api-types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { makeCourse, makeExam, makeLab } from '../../../test/catalogue.ts'
import { findByUsername } from '../../areas/platform/auth/queries.ts'
import { startSession } from '../../areas/platform/auth/sign-in/sign-in.ts'

const lists = Object.entries<Operation>(operations).filter(([, row]) => row.list)
const NOTHING = '00000000-0000-4000-8000-000000000000'
/** Required filters of lists. */
const needed: Record<string, object> = {
  listBulkItems: { job: NOTHING },
  listIncidentCandidates: { incident: NOTHING },
  listPayoutLines: { payout: NOTHING },
}

let app: TestApp
let token: string
beforeAll(async () => {
  app = await startTestApp()
  await app.asAdmin.listUsers({})
  for (const make of [makeCourse, makeLab, makeExam]) await make(app.deps.db, 'listed')
  const account = await findByUsername(app.deps.db, 'administrator-of-tests')
  token = (await startSession(app.deps, account!, { address: '127.0.0.1', userAgent: 'vitest' })).session.access_token
})
afterAll(() => app.close())

/** Status of a list for this raw query string. */
async function ask(row: Operation, query: string): Promise<number> {
  const response = await app.app.inject({
    url: `/api/v1${row.path.replace('{username}', 'administrator-of-tests').replace('{slug}', 'listed')}?${query}`,
    headers: { authorization: `Bearer ${token}` },
  })
  return response.statusCode
}
const with_ = (name: string, value: unknown) =>
  `${name}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`

describe.each(lists)('%s', (name, row) => {
  const own = needed[name] ? `&${with_('filter', needed[name])}` : ''
  const filtered = (filter: object) => with_('filter', { ...needed[name], ...filter })

  test('accepts only known keys and valid ranges', async () => {
    expect(await ask(row, `${with_('sort', ['id', 'ASC'])}&${with_('range', [0, 24])}${own}`)).toBe(200)
    for (const sort of [['password_hash', 'ASC'], ['id; drop table users', 'ASC'], ['id', 'ASC, 1'], ['id'], 'id', {}])
      expect(await ask(row, with_('sort', sort) + own), JSON.stringify(sort)).toBeOneOf([400, 422])
    for (const range of [
      [-1, 24],
      [24, 0],
      [0, 1_000],
      [0, 1e15],
      [0.5, 3],
      [0, null],
      [0],
      ['0', '24'],
      [99_999_999, 99_999_999],
    ])
      expect(await ask(row, with_('range', range) + own), JSON.stringify(range)).toBe(422)
    expect(await ask(row, filtered({ password_hash: 'x' }))).toBe(422)
    expect(await ask(row, filtered({ q: { $like: '%' } }))).toBe(422)
    expect(await ask(row, filtered({ id: Array.from({ length: 10_000 }, (_, n) => n.toString(36)) }))).toBe(422)
    expect(await ask(row, filtered({ id: Array.from({ length: 1_001 }, (_, n) => n.toString(36)) }))).toBe(422)
  })

  test('rejects a repeated parameter', async () => {
    for (const twice of [
      `${filtered({})}&${with_('filter', '{}')}`,
      `${with_('sort', ['id', 'ASC'])}&${with_('sort', ['id', 'DESC'])}${own}`,
      `${with_('range', [0, 1])}&${with_('range', [0, 2])}${own}`,
    ])
      expect(await ask(row, twice), twice).toBe(422)
  })

  test('rejects JSON with prototype keys, without effect on any prototype', async () => {
    for (const filter of [
      '{"__proto__":{"polluted":true}}',
      '{"constructor":{"prototype":{"polluted":true}}}',
      '{"id":[],"__proto__":{"polluted":true}}',
      '{"\\u005f_proto__":{"polluted":true}}',
    ])
      expect(await ask(row, with_('filter', filter)), filter).toBe(400)
    expect(await ask(row, with_('sort', '{"__proto__":["id","ASC"]}') + own)).toBe(400)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})
