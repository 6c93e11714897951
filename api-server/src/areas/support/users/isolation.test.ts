import { operations } from '@flagyard/api-types'
import type { Operation } from '@flagyard/api-types/contract/operation'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { injecting, quickHash, startTestApp, type TestApp } from '../../../../test/app.ts'
import { factors, mailTokens, privacyRequests, sessions, users } from '../../../db/schema/index.ts'
import { findAccount } from '../../platform/auth/queries.ts'
import { startSession } from '../../platform/auth/sign-in/sign-in.ts'

/** Stands in every text of hers, and nowhere else. */
const MARK = 'anselma-of-the-yard'
const current_password = 'the phrase of both'

let app: TestApp
let token: string
const hers = { session: '', passkey: '', archive: '' }

beforeAll(async () => {
  app = await startTestApp()
  const { db } = app.deps
  const id = await app.idOf(MARK)
  await db.update(users).set({ full_name: `${MARK} Name`, company: `${MARK} Ltd`, links: [`https://${MARK}.example/`] })
  const [session] = await db.update(sessions).set({ user_agent: MARK }).where(eq(sessions.user_id, id)).returning()
  const [passkey] = await db
    .insert(factors)
    .values({ user_id: id, kind: 'passkey', name: MARK, credential_id: MARK, confirmed_at: new Date() })
    .returning()
  const [archive] = await db
    .insert(privacyRequests)
    .values({ user_id: id, kind: 'export', state: 'ready', file: `exports/${MARK}.zip`, due_at: in7Days() })
    .returning()
  await app.deps.files.put(`exports/${MARK}.zip`, Buffer.from(MARK))
  Object.assign(hers, { session: session!.id, passkey: passkey!.id, archive: archive!.id })
  await db
    .insert(mailTokens)
    .values({ user_id: id, kind: 'email_change', token_hash: MARK, data: { email: MARK }, expires_at: in7Days() })

  const other = await app.idOf('stranger')
  const password_hash = quickHash(current_password)
  await db.update(users).set({ password_hash }).where(eq(users.id, other))
  const account = await findAccount(db, other)
  token = (await startSession(app.deps, account!, { address: '192.0.2.1', userAgent: 'x' })).session.access_token
})
afterAll(() => app.close())

const in7Days = () => new Date(Date.now() + 7 * 86_400_000)

/** What every call reads that takes no more than an account, and names no object. */
const readers = Object.entries<Operation>(operations).filter(
  ([, row]) => row.auth === 'bearer' && row.method === 'GET' && !row.path.includes('{'),
)

test.each(readers)('%s tells a stranger nothing of another account', async (_name, { path }) => {
  const response = await app.app.inject({ url: `/api/v1${path}`, headers: { authorization: `Bearer ${token}` } })
  expect(response.body).not.toContain(MARK)
  for (const id of Object.values(hers)) expect(response.body).not.toContain(id)
})

test.each([
  ['DELETE', () => `/auth/sessions/${hers.session}`, undefined],
  ['PATCH', () => `/auth/factors/passkeys/${hers.passkey}`, { name: 'mine now' }],
  ['POST', () => `/auth/factors/passkeys/${hers.passkey}/remove`, { current_password }],
  ['GET', () => `/users/me/exports/${hers.archive}/file`, undefined],
] as const)('%s of an object of another account finds nothing and changes nothing', async (method, path, json) => {
  const before = await everything()
  const send = injecting(app.app, async () => token)
  const response = await send({ method, path: path(), json }, {}, {} as never)
  expect([response.status, await response.text()]).toEqual([404, expect.not.stringContaining(MARK)])
  expect(await everything()).toEqual(before)
})

async function everything() {
  const of = { user_id: await app.idOf(MARK) }
  const { db } = app.deps
  return [
    await db.select().from(sessions).where(eq(sessions.user_id, of.user_id)),
    await db.select().from(factors).where(eq(factors.user_id, of.user_id)),
    await db.select().from(privacyRequests).where(eq(privacyRequests.user_id, of.user_id)),
    await db.select().from(mailTokens).where(eq(mailTokens.user_id, of.user_id)),
  ]
}
