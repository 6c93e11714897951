import { afterAll, beforeAll, expect, test } from 'vitest'
import { quickHash, startTestApp, type TestApp } from '../../../../../test/app.ts'
import { useRealHashes } from '../../../../../test/hashes.ts'
import { needsRehash } from '../passwords/hash.ts'
import * as queries from '../queries.ts'
import { signIn } from './sign-in.ts'

useRealHashes()

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const password = 'the right long one'
const client = { userAgent: 'Firefox', address: '192.0.2.7' }

test('two devices that sign in concurrently to an account with an outdated hash are both signed in, and the hash is replaced', async () => {
  const account = { username: 'both', email: 'both@people.example', full_name: 'Some Body', activated_at: new Date() }
  await queries.insertAccount(app.deps.db, { ...account, password_hash: quickHash(password) })
  const signInOnce = () => signIn(app.deps, { username: 'both', password }, client)
  const [first, second] = await Promise.all([signInOnce(), signInOnce()])
  expect([first.session.user.username, second.session.user.username]).toEqual(['both', 'both'])
  expect(needsRehash((await queries.findByUsername(app.deps.db, 'both'))?.password_hash ?? '')).toBe(false)
})
