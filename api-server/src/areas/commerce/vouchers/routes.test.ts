import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, startTestApp, type TestApp } from '../../../../test/app.ts'
import { makeCourse, makeLab } from '../../../../test/catalogue.ts'
import { entitlements, outbox, vouchers } from '../../../db/schema/index.ts'
import { newCode } from './code.ts'
import type { NewVoucher } from './queries.ts'

let app: TestApp
let aws: { id: string }
beforeAll(async () => {
  app = await startTestApp()
  aws = await makeCourse(app.deps.db, 'aws', { access_days: 30 })
})
afterAll(() => app.close())

async function voucher(changes: Partial<NewVoucher> = {}) {
  const row = { code: newCode(), kind: 'course' as const, course_id: aws.id, ...changes }
  const [made] = await app.deps.db.insert(vouchers).values(row).returning()
  return made!
}
const activate = (api: Api, code: string, dry_run = false) =>
  api.activateVoucher({ activateVoucherPayload: { code, dry_run } })
const rowOf = async (id: string) => (await app.deps.db.select().from(vouchers).where(eq(vouchers.id, id)))[0]!

test('a dry run shows what a code opens; activating opens it and starts the access period', async () => {
  const { id, code } = await voucher()
  const ana = app.as('ana')
  const shown = { kind: 'course', slug: 'aws', title: 'Course aws', next: '/classroom/aws', shared: null }
  expect(await activate(ana, code, true)).toEqual({
    ...shown,
    activated: false,
    access_ends_at: null,
    access_days: 30,
  })
  expect(await rowOf(id)).toMatchObject({ state: 'available', used: 0 })

  const opened = await activate(ana, code.toLowerCase().replace(/-/g, ' '))
  expect(opened).toMatchObject({ ...shown, activated: true })
  const days = (new Date(opened.access_ends_at!).getTime() - Date.now()) / 86_400_000
  expect(Math.round(days)).toBe(30)
  expect(await rowOf(id)).toMatchObject({ state: 'activated', used: 1 })
})

test('activating the same code again returns the same result to the same learner', async () => {
  const { code } = await voucher({ uses: 3 })
  const bea = app.as('bea')
  const first = await activate(bea, code)
  expect(await activate(bea, code)).toEqual(first)
  expect(
    await app.deps.db
      .select()
      .from(entitlements)
      .where(eq(entitlements.user_id, await app.idOf('bea'))),
  ).toHaveLength(1)
})

const past = () => new Date(Date.now() - 1000)
const used = [
  { state: 'ended', change: { ends_at: past() }, answer: 'Your access ended on' },
  { state: 'suspended', change: { suspended_at: past() }, answer: 'Your access is suspended' },
  { state: 'revoked', change: { revoked_at: past(), reason: 'Refunded' }, answer: 'was revoked. Reason: Refunded' },
  { state: 'open', change: {}, answer: null },
]
test.each(used)(
  'a used code whose access is $state is refused with that reason, also in a dry run',
  async ({ state, change, answer }) => {
    const { code } = await voucher({ uses: 2 })
    const api = app.as(`user-of-${state}`)
    const first = await activate(api, code)
    const user_id = await app.idOf(`user-of-${state}`)
    if (answer) await app.deps.db.update(entitlements).set(change).where(eq(entitlements.user_id, user_id))
    for (const dryRun of [true, false]) {
      const again = activate(api, code, dryRun)
      if (answer === null) expect(await again).toEqual(first)
      else await expect(again).rejects.toMatchObject({ status: 409, message: expect.stringContaining(answer) })
    }
  },
)

test('a code stays unused if its content is already open', async () => {
  const carl = app.as('carl')
  await activate(carl, (await voucher()).code)
  const second = await voucher()
  for (const dryRun of [true, false])
    await expect(activate(carl, second.code, dryRun)).rejects.toMatchObject({ status: 409, code: 'already_owned' })
  expect(await rowOf(second.id)).toMatchObject({ state: 'available', used: 0 })
})

test('strangers get the same error for unknown, used, revoked, expired and suspended codes', async () => {
  const past = new Date(Date.now() - 1000)
  const dead = [
    await voucher({ state: 'activated', used: 1 }),
    await voucher({ state: 'revoked', reason: 'Printed by mistake' }),
    await voucher({ expires_at: past }),
    await voucher({ state: 'suspended' }),
  ]
  const answers = []
  for (const code of [newCode(), 'nonsense', ...dead.map(({ code }) => code)])
    for (const dryRun of [true, false])
      answers.push(
        await activate(app.as('stranger'), code, dryRun).catch(({ status, code, message, errors }) =>
          JSON.stringify({ status, code, message, errors }),
        ),
      )
  expect(new Set(answers).size).toBe(1)
  expect(answers[0]).toContain('"status":422')
})

test('guessing codes is rate-limited, with the seconds to wait', async () => {
  const tries = []
  for (let at = 0; at < 31; at++) tries.push(await activate(app.as('guesser'), newCode()).catch((error) => error))
  expect(tries.at(-1)).toMatchObject({ status: 429, code: 'rate_limited' })
  expect(tries.at(-1).retryAfter).toBeGreaterThan(0)
  const { id, code } = await voucher()
  await expect(activate(app.as('guesser'), code)).rejects.toMatchObject({ status: 429 })
  expect(await rowOf(id)).toMatchObject({ state: 'available', used: 0 })
})

test('a call with an Idempotency-Key is counted too, even if its answer is a stored one', async () => {
  const { code } = await voucher()
  const activateVoucherPayload = { code }
  const repeat = () => app.as('repeater').activateVoucher({ activateVoucherPayload }, { idempotencyKey: 'a-key' })
  for (let at = 0; at < 30; at++) expect(await repeat()).toMatchObject({ activated: true })
  await expect(repeat()).rejects.toMatchObject({ status: 429, code: 'rate_limited' })
})

test('the recipient of a voucher sees why it cannot be used', async () => {
  const { code } = await voucher({
    recipient: 'Dora@Learners.example',
    state: 'revoked',
    reason: 'The order was refunded',
  })
  await expect(activate(app.as('dora'), code)).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('The order was refunded'),
  })
})

test('a lab voucher leads to the lab', async () => {
  const lab = await makeLab(app.deps.db, 'lonely')
  const { code } = await voucher({ kind: 'lab', course_id: null, lab_id: lab.id })
  expect(await activate(app.as('emil'), code)).toMatchObject({
    kind: 'lab',
    access_days: expect.any(Number),
    next: '/courses?lab=lonely',
  })
})

describe('my vouchers', () => {
  test('are those that I bought or received at my address', async () => {
    const owner_id = await app.idOf('fay')
    const bought = await voucher({ owner_id })
    const given = await voucher({ recipient: 'FAY@learners.example', expires_at: new Date(Date.now() - 1000) })
    await voucher({ recipient: 'somebody@else.example' })
    const mine = await app.as('fay').listMyVouchers()
    expect(mine.map(({ id }) => id).sort()).toEqual([bought.id, given.id].sort())
    expect(mine.find(({ id }) => id === given.id)).toMatchObject({ state: 'expired', title: 'Course aws' })
  })

  test('a buyer can reassign an unused voucher, but not a used one', async () => {
    const gus = app.as('gus')
    const { id, code } = await voucher({ owner_id: await app.idOf('gus') })
    await gus.resendVoucher({ reSendVoucherPayload: { voucher_id: id, email: 'hal@team.example' } })
    expect(await rowOf(id)).toMatchObject({ recipient: 'hal@team.example' })
    const mails = await app.deps.db.select().from(outbox).where(eq(outbox.recipient, 'hal@team.example'))
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).not.toContain(code)
    await expect(activate(app.as('stranger'), code), 'the code as it was before').rejects.toMatchObject({ status: 422 })
    const passedOn = (await rowOf(id)).code
    expect(mails[0]?.text).toContain(`#code=${passedOn}`)
    await activate(app.as('hal'), passedOn)
    await expect(gus.resendVoucher({ reSendVoucherPayload: { voucher_id: id } })).rejects.toMatchObject({ status: 409 })
  })

  test('a voucher is mailed the same way with and without an account', async () => {
    const giver = app.as('giver')
    await app.as('known-recipient').getMe()
    const send = async (email: string) => {
      const { id } = await voucher({ owner_id: await app.idOf('giver') })
      const { message } = await giver.resendVoucher({ reSendVoucherPayload: { voucher_id: id, email } })
      const mails = await app.deps.db.select().from(outbox).where(eq(outbox.recipient, email))
      return { message: message.replace(email, '…'), mails: mails.map(({ kind, subject }) => ({ kind, subject })) }
    }
    expect(await send('known-recipient@learners.example')).toEqual(await send('unknown-recipient@people.example'))
  })

  test('only the owner can send a voucher to others, and a recipient only to themselves', async () => {
    const { id } = await voucher({ recipient: 'ida@learners.example' })
    const send = (api: Api, email?: string) =>
      api.resendVoucher({ reSendVoucherPayload: { voucher_id: id, ...(email ? { email } : {}) } })
    await expect(send(app.as('jan'))).rejects.toMatchObject({ status: 404 })
    await expect(send(app.as('ida'), 'jan@learners.example')).rejects.toMatchObject({ status: 422 })
    expect((await send(app.as('ida'))).message).toContain('ida@learners.example')
  })
})
