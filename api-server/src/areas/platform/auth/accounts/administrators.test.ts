import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../test/app.ts'
import { factors, recoveryCodes } from '../../../../db/schema/index.ts'
import { ApiError } from '../../../../errors.ts'
import { createAdministrator, resetFactors, unlockAccount } from './administrators.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const input = (username: string) => ({
  username,
  email: `${username}@staff.example`,
  full_name: 'Ada Admin',
  password: 'nine lives of a cat',
  capabilities: [],
})
const refusal = (error: unknown) => (error instanceof ApiError ? error.errors[0]?.message : error)
const signIn = (username: string) => app.asVisitor.signin({ username, password: 'nine lives of a cat' })

test('the first administrator gets every capability; later ones get those requested', async () => {
  const first = await createAdministrator(app.deps, input('Admin'))
  expect(first).toEqual({ capabilities: ['cloud', 'content', 'finance', 'owner', 'support'], isFirst: true })
  expect((await signIn('admin')).user).toMatchObject({ roles: ['user', 'admin'], is_active: true })

  const reader = await createAdministrator(app.deps, input('reader'))
  expect(reader).toEqual({ capabilities: [], isFirst: false })
  const support = await createAdministrator(app.deps, { ...input('helper'), capabilities: ['support', 'support'] })
  expect(support.capabilities).toEqual(['support'])
})

test('rejects weak passwords, taken names and reserved names at their field', async () => {
  await createAdministrator(app.deps, input('taken'))
  const tries: [Partial<ReturnType<typeof input>>, RegExp][] = [
    [{ password: 'short' }, /at least 8/],
    [{ password: 'password123' }, /attacker/],
    [{ password: 'newcomer' }, /not based on your name/],
    [{ username: 'taken', email: 'other@staff.example' }, /taken/],
    [{ email: 'taken@staff.example' }, /Another account/],
    [{ username: 'schedule' }, /is reserved/],
    [{ username: 'constructor' }, /is reserved/],
    [{ username: '__proto__' }, /Begin and end with a letter/],
    [{ username: 'no spaces' }, /Use 3 to 32/],
  ]
  for (const [change, sentence] of tries)
    expect(
      await createAdministrator(app.deps, { ...input('newcomer'), ...change }).catch(refusal),
      JSON.stringify(change),
    ).toMatch(sentence)
})

test('a reset removes every second factor and recovery code and ends the sessions', async () => {
  await createAdministrator(app.deps, input('forgetful'))
  const laptop = app.as('learner-with-phone')
  await laptop.getMe()
  const user_id = await app.idOf('learner-with-phone')
  await app.deps.db.insert(factors).values({ user_id, kind: 'totp', name: 'Phone' })
  await app.deps.db.insert(recoveryCodes).values([
    { user_id, code_hash: 'one' },
    { user_id, code_hash: 'two' },
  ])
  expect(await resetFactors(app.deps, 'learner-with-phone')).toEqual({ factors: 1, codes: 2 })
  expect(await app.deps.db.select().from(factors)).toEqual([])
  await expect(laptop.getMe()).rejects.toMatchObject({ status: 401 })
})

test('unlocking enables the account and deletes its failed sign-ins', async () => {
  await createAdministrator(app.deps, input('locked'))
  for (let tries = 0; tries < 11; tries++)
    await app.asVisitor.signin({ username: 'locked', password: 'not this one' }).catch(() => {})
  await expect(signIn('locked')).rejects.toMatchObject({ status: 429 })
  const owner = await app.asAdmin.getUser({ username: 'locked' })
  await app.asAdmin.updateUser({ userEdit: { username: 'locked', version: owner.version, disabled: true } })

  expect(await unlockAccount(app.deps, 'LOCKED')).toEqual({ wasDisabled: true })
  expect((await signIn('locked')).user.username).toBe('locked')
  expect(await unlockAccount(app.deps, 'locked')).toEqual({ wasDisabled: false })
  await expect(unlockAccount(app.deps, 'nobody-here')).rejects.toMatchObject({ code: 'not_found' })
})

test('each command is audited as the command line, without the password', async () => {
  const { data } = await app.asAdmin.listAudit({ range: '[0,99]' })
  const ours = data.filter(({ actor }) => actor === 'command line')
  expect(new Set(ours.map(({ action }) => action))).toEqual(
    new Set(['users.create_administrator', 'users.reset_factors', 'users.unlock', 'users.enable']),
  )
  expect(JSON.stringify(ours)).not.toMatch(/nine lives|argon2/)
})
