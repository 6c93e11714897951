import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { quickHash, startTestApp, type TestApp } from '../../../../test/app.ts'
import { outbox, sessions, users } from '../../../db/schema/index.ts'
import { findAccount } from '../../platform/auth/queries.ts'
import { startSession } from '../../platform/auth/sign-in/sign-in.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const setPassword = async (username: string, password: string) =>
  app.deps.db
    .update(users)
    .set({ password_hash: quickHash(password) })
    .where(eq(users.id, await app.idOf(username)))

describe('my account', () => {
  test('tells who I am, and nothing of my password', async () => {
    const me = await app.as('mara').getMe()
    expect(me).toMatchObject({ username: 'mara', is_active: true, roles: ['user'] })
    expect(JSON.stringify(me)).not.toContain('none ')
  })

  test('keeps each profile field that is sent and leaves the others', async () => {
    await app
      .as('mara')
      .updateMe({ profileUpdatePayload: { country: 'pl', company: 'Yard', time_zone: 'Europe/Warsaw' } })
    const me = await app.as('mara').updateMe({ profileUpdatePayload: { full_name: 'Mara Kowal' } })
    expect(me).toMatchObject({ full_name: 'Mara Kowal', country: 'PL', company: 'Yard', time_zone: 'Europe/Warsaw' })
  })

  test('asks about product news until they answer, whatever they answer, and not one who answered at sign-up', async () => {
    const isAsked = async (username: string) => {
      const [account] = await app.deps.db.select().from(users).where(eq(users.username, username))
      const { session } = await startSession(app.deps, account!, { address: '::1', userAgent: 'test' })
      return session.user.product_news_unanswered ?? false
    }
    const answer = (username: string, product: boolean) =>
      app.as(username).updateMe({
        profileUpdatePayload: { email_preferences: { product, reminders: true, feedback: false } },
      })
    for (const [username, product] of [
      ['mara', true],
      ['jon', false],
    ] as const) {
      await app.idOf(username)
      expect(await isAsked(username)).toBe(true)
      await app.as(username).updateMe({ profileUpdatePayload: { company: 'Yard' } })
      expect(await isAsked(username), 'another field is no answer').toBe(true)
      await answer(username, product)
      expect(await isAsked(username)).toBe(false)
    }
    // Turned off later: that is an answer too.
    await answer('mara', false)
    expect(await isAsked('mara')).toBe(false)
    for (const product_news of [true, false]) {
      const username = `asked-${product_news}`
      await app.asVisitor.signup({
        signUpPayload: {
          username,
          email: `${username}@people.example`,
          full_name: 'Asked Already',
          password: 'a long enough phrase',
          accept_terms: true,
          product_news,
        },
      })
      expect(await isAsked(username)).toBe(false)
    }
  })

  test('refuses a time zone that does not exist, by its field', async () => {
    await expect(app.as('mara').updateMe({ profileUpdatePayload: { time_zone: 'Mars/Base' } })).rejects.toMatchObject({
      code: 'invalid',
      errors: [{ field: 'time_zone' }],
    })
  })

  test('rights and state are no fields of a profile', async () => {
    for (const extra of [{ roles: ['admin'] }, { capabilities: ['owner'] }, { is_active: true }, { user_id: 'x' }])
      await expect(app.as('mara').updateMe({ profileUpdatePayload: extra as never })).rejects.toMatchObject({
        status: 422,
      })
    expect(await app.as('mara').getMe()).toMatchObject({ roles: ['user'], capabilities: [] })
  })

  test('a new password needs the present one', async () => {
    await setPassword('jon', 'the old long one')
    for (const current of [undefined, 'a wrong one'])
      await expect(
        app.as('jon').updateMe({
          profileUpdatePayload: { new_password: 'a brand new long one', ...(current && { current_password: current }) },
        }),
      ).rejects.toMatchObject({ code: 'invalid', errors: [{ field: 'current_password' }] })
  })

  test('a new password ends the other sessions at once, keeps this one, and is told by mail', async () => {
    const id = await app.idOf('lena')
    await setPassword('lena', 'the old long one')
    const account = await findAccount(app.deps.db, id)
    if (!account) throw new Error('lena is gone')
    await startSession(app.deps, account, { address: '192.0.2.1', userAgent: 'another device' })
    await app.as('lena').updateMe({
      profileUpdatePayload: { new_password: 'a brand new long one', current_password: 'the old long one' },
    })
    const rows = await app.deps.db.select().from(sessions).where(eq(sessions.user_id, id))
    expect(rows.filter((row) => row.ended_at === null).map((row) => row.user_agent)).toEqual(['vitest'])
    expect((await app.as('lena').getMe()).username).toBe('lena')
    const [mail] = await app.deps.db
      .select()
      .from(outbox)
      .where(eq(outbox.user_id, id))
      .orderBy(desc(outbox.created_at))
    expect(mail?.subject).toBe('Your password was changed')
    expect((await app.asVisitor.signin({ username: 'lena', password: 'a brand new long one' })).user.username).toBe(
      'lena',
    )
  })

  test('a common password and one’s own name are refused under the field that was sent', async () => {
    await setPassword('otto-long-name', 'the old long one')
    for (const new_password of ['password123', 'otto-long-name'])
      await expect(
        app
          .as('otto-long-name')
          .updateMe({ profileUpdatePayload: { new_password, current_password: 'the old long one' } }),
      ).rejects.toMatchObject({ errors: [{ field: 'new_password' }] })
  })
})
