import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { quickHash, startTestApp, type TestApp } from '../../../../../test/app.ts'
import { mailTokens, users } from '../../../../db/schema/index.ts'
import { findAccount } from '../../../platform/auth/queries.ts'

let app: TestApp
let hash: string
const current_password = 'the present long one'
beforeAll(async () => {
  app = await startTestApp()
  hash = quickHash(current_password)
})
afterAll(() => app.close())

const own = (username: string) => `${username}@learners.example`
async function person(username: string) {
  await app.deps.db
    .update(users)
    .set({ password_hash: hash })
    .where(eq(users.id, await app.idOf(username)))
  return app.as(username)
}
const newestMail = async (to: string) => (await app.asVisitor.readDemoOutbox()).find((mail) => mail.to === to)
const tokenIn = (text = '') => /#token=([\w-]+)/.exec(text)?.[1] ?? ''
const ask = (username: string, email: string) =>
  app.as(username).updateMe({ profileUpdatePayload: { email, current_password } })
const confirm = (token: string) => app.asVisitor.confirmEmail({ emailTokenPayload: { token } })
const undo = (token: string) => app.asVisitor.undoEmail({ emailTokenPayload: { token } })
const unusable = { code: 'token_unusable', status: 400 }

/** Requests and confirms a change; returns the token mailed to the old address. */
async function move(username: string, from: string, to: string) {
  await ask(username, to)
  await confirm(tokenIn((await newestMail(to))?.text))
  return tokenIn((await newestMail(from))?.text)
}

test('a new address needs the current password', async () => {
  const mara = await person('mara')
  for (const given of [undefined, 'a wrong one'])
    await expect(
      mara.updateMe({ profileUpdatePayload: { email: 'm@new.example', ...(given && { current_password: given }) } }),
    ).rejects.toMatchObject({ code: 'invalid', errors: [{ field: 'current_password' }] })
  expect(await mara.getMe()).toMatchObject({ email: own('mara'), pending_email: null })
  expect(await newestMail('m@new.example')).toBeUndefined()
})

test('a new address applies once it is confirmed; then the old one is notified and the new one signs in', async () => {
  const noor = await person('noor')
  expect(await ask('noor', 'noor@new.example')).toMatchObject({
    email: own('noor'),
    pending_email: 'noor@new.example',
  })
  const mail = await newestMail('noor@new.example')
  expect(mail?.text).toContain('http://localhost:3000/confirm_email#token=')
  expect((await confirm(tokenIn(mail?.text))).message).toContain('noor@new.example')
  await expect(confirm(tokenIn(mail?.text))).rejects.toMatchObject(unusable)
  expect(await noor.getMe()).toMatchObject({ email: 'noor@new.example', pending_email: null })
  expect((await newestMail(own('noor')))?.text).toContain('http://localhost:3000/undo_email#token=')
  const { user } = await app.asVisitor.signin({ username: 'noor@new.example', password: current_password })
  expect(user.username).toBe('noor')
})

test('the old address can undo the change within 72 hours, which signs out every device and voids other links', async () => {
  const oda = await person('oda')
  const first = await move('oda', own('oda'), 'oda@two.example')
  const second = await move('oda', 'oda@two.example', 'oda@three.example')
  await ask('oda', 'oda@four.example')
  const waiting = tokenIn((await newestMail('oda@four.example'))?.text)

  await undo(first)
  const account = await findAccount(app.deps.db, { id: await app.idOf('oda') })
  expect(account?.email).toBe(own('oda'))
  await expect(oda.getMe()).rejects.toMatchObject({ code: 'not_signed_in' })
  for (const token of [first, second]) await expect(undo(token)).rejects.toMatchObject(unusable)
  await expect(confirm(waiting)).rejects.toMatchObject(unusable)
})

test('the undo link expires after 72 hours', async () => {
  await person('pavel')
  const token = await move('pavel', own('pavel'), 'pavel@new.example')
  const age = (hours: number) =>
    app.deps.db
      .update(mailTokens)
      .set({ expires_at: sql`${mailTokens.expires_at} - ${`${hours} hours`}::interval` })
      .where(sql`${mailTokens.kind} = 'email_undo'`)
  await age(72)
  await expect(undo(token)).rejects.toMatchObject(unusable)
  await age(-1)
  await undo(token)
})

test('an address in use gives the same response, and only the mail to it says so, without a token', async () => {
  await person('quinn')
  await app.as('rival').getMe()
  expect(await ask('quinn', own('rival'))).toMatchObject({ pending_email: own('rival') })
  const mail = await newestMail(own('rival'))
  expect(mail?.subject).toBe('This address already has an account at Flagyard')
  expect(mail?.text).not.toContain('token=')
})

test('an older link cannot take an address that another account activated first', async () => {
  await person('rosa')
  await ask('rosa', 'wanted@new.example')
  const token = tokenIn((await newestMail('wanted@new.example'))?.text)
  await app.as('faster').getMe()
  await app.deps.db.update(users).set({ email: 'Wanted@new.example' }).where(eq(users.username, 'faster'))
  await expect(confirm(token)).rejects.toMatchObject(unusable)
  expect(await app.as('rosa').getMe()).toMatchObject({ email: own('rosa') })
})

test('links are voided by another request, a new password and a cancel, and work for one purpose', async () => {
  const sven = await person('sven')
  const asked = async (email: string) => {
    await ask('sven', email)
    return tokenIn((await newestMail(email))?.text)
  }
  const older = await asked('sven@one.example')
  const newer = await asked('sven@two.example')
  await expect(confirm(older)).rejects.toMatchObject(unusable)
  await expect(undo(newer)).rejects.toMatchObject(unusable)
  expect(await sven.cancelEmailChange()).toMatchObject({ pending_email: null })
  await expect(confirm(newer)).rejects.toMatchObject(unusable)
  const last = await asked('sven@three.example')
  await sven.updateMe({ profileUpdatePayload: { new_password: 'another long phrase', current_password } })
  await expect(confirm(last)).rejects.toMatchObject(unusable)
})

test('a password reset link in the old mailbox stops working once the address has changed', async () => {
  await person('tara')
  await app.asVisitor.forgotPassword({ forgotPasswordPayload: { email: own('tara') } })
  const token = tokenIn((await newestMail(own('tara')))?.text)
  await move('tara', own('tara'), 'tara@new.example')
  await expect(
    app.asVisitor.resetPassword({ resetPasswordPayload: { token, password: 'another long phrase' } }),
  ).rejects.toMatchObject(unusable)
})

test('a disabled account neither confirms nor undoes a change', async () => {
  await person('uma')
  const back = await move('uma', own('uma'), 'uma@new.example')
  await ask('uma', 'uma@other.example')
  const on = tokenIn((await newestMail('uma@other.example'))?.text)
  await app.deps.db.update(users).set({ disabled_at: new Date() }).where(eq(users.username, 'uma'))
  await expect(confirm(on)).rejects.toMatchObject(unusable)
  await expect(undo(back)).rejects.toMatchObject(unusable)
})

test('mails to new addresses are limited', async () => {
  await person('vera')
  for (let one = 0; one < 5; one++) await ask('vera', `vera${one}@new.example`)
  await expect(ask('vera', 'vera5@new.example')).rejects.toMatchObject({ code: 'rate_limited' })
})
