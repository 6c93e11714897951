import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestApp } from '../../../../test/app.ts'
import { dump, openPeopleBench, tablesWith } from '../../../../test/data/personal-data-fixture.ts'
import type { ManualQueue } from '../../../../test/fixtures/manual-queue.ts'
import * as schema from '../../../db/schema/index.ts'
import { hashToken } from '../../../secrets.ts'
import { RESPONSE_INTERVAL_MS } from '../../platform/auth/passwords/reset.ts'
import { requestAddressLink } from './address.ts'

let bench: Awaited<ReturnType<typeof openPeopleBench>>
let app: TestApp
let queue: ManualQueue
beforeAll(async () => {
  bench = await openPeopleBench()
  ;({ app, queue } = bench)
})
afterAll(() => app.close())
beforeEach(async () => {
  queue.waiting.length = 0
  await db().delete(schema.rateLimits)
})

const db = () => app.deps.db
const mailsTo = async (to: string) => (await app.asVisitor.readDemoOutbox()).filter((mail) => mail.to === to)
const post = async (path: string, payload: object) => {
  const response = await app.app.inject({ method: 'POST', url: `/api/v1/privacy/${path}`, payload })
  const { date: _now, ...headers } = response.headers
  return { status: response.statusCode, body: response.body, headers: JSON.stringify(headers) }
}
const ask = (email: string) => app.asVisitor.askAddressLink({ addressPayload: { email } })
const open = (token: string) => app.asVisitor.openAddressLink({ addressTokenPayload: { token } })
const download = (token: string) => app.asVisitor.downloadAddressData({ addressTokenPayload: { token } })
const erase = (token: string) => app.asVisitor.eraseAddress({ addressTokenPayload: { token } })
const unusable = { code: 'token_unusable', status: 400 }

/** The token of the newest mail to the address; undefined if the mail has no data link. */
async function linkOf(email: string): Promise<string | undefined> {
  const [mail] = await mailsTo(email)
  return /\/address_data#token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
}
async function mailedTo(email: string): Promise<string> {
  await ask(email)
  return (await linkOf(email))!
}
/** The token of a page that opened the newest link. */
const openedBy = async (email: string) => (await open(await mailedTo(email))).token

const course = () => bench.content.course
/** Data of this address from another account: vouchers, a seat, billing details, and an unactivated account. */
async function fill(email: string, buyer: string) {
  const user_id = await app.idOf(buyer)
  const order = {
    ...{ user_id, kind: 'course' as const, target_id: course().id, slug: 'roles', title: 'Course roles' },
    ...{ quantity: 1, unit_amount: 1, total_amount: 1, provider: 'demo' as const },
  }
  const [paid] = await db()
    .insert(schema.orders)
    .values({
      ...{ ...order, number: `P-${email}`, state: 'fulfilled', paid_at: new Date() },
      ...{ recipients: [email, 'friend@people.example'], billing: { company: 'Paid Ltd', reference: email } },
    })
    .returning()
  await db()
    .insert(schema.orders)
    .values({ ...order, number: `D-${email}`, state: 'draft', billing: { company: 'Draft Ltd', reference: email } })
  await db()
    .insert(schema.vouchers)
    .values({
      ...{ kind: 'course', course_id: course().id, code: `CODE-${email}`, order_id: paid!.id, seat: 0 },
      ...{ recipient: email, created_at: new Date('2027-03-01T09:00:00Z') },
    })
  await db()
    .insert(schema.vouchers)
    .values({
      ...{ kind: 'course', course_id: course().id, code: `SPENT-${email}`, state: 'activated', recipient: email },
      ...{ created_at: new Date('2027-03-05T09:00:00Z') },
    })
}
const beginAccount = (email: string, username: string) =>
  app.asVisitor.signup({
    signUpPayload: { username, email, password: 'a long enough phrase', full_name: 'Mis Typed', accept_terms: true },
  })

describe('requesting the data of an address', () => {
  test('gives the same response and sends one mail, whether nothing, data or an account is stored', async () => {
    await bench.person('has-account')
    await bench.person('is-closed')
    await db()
      .update(schema.users)
      .set({ disabled_at: new Date() })
      .where(eq(schema.users.id, await app.idOf('is-closed')))
    await fill('given@people.example', 'has-account')
    await beginAccount('begun@people.example', 'never-activated')
    const before = (await mailsTo('begun@people.example')).length
    const answers = []
    const emails = ['nothing@people.example', 'given@people.example', 'begun@people.example']
    const accounts = ['has-account@learners.example', 'IS-closed@learners.example']
    for (const email of [...emails, ...accounts]) answers.push(JSON.stringify(await post('address', { email })))
    expect(new Set(answers).size, answers.join('\n')).toBe(1)
    expect(answers[0]).toContain('"status":202')
    expect((await mailsTo('begun@people.example')).length - before).toBe(1)
    for (const email of ['nothing@people.example', 'given@people.example'])
      expect(await mailsTo(email), email).toHaveLength(1)
    for (const email of emails) expect(await linkOf(email), email).toMatch(/^[\w-]{43}$/)
    for (const email of accounts.map((one) => one.toLowerCase())) {
      const mails = await mailsTo(email)
      expect(mails, email).toHaveLength(1)
      expect(mails[0]?.text).toContain('/profile')
      expect(mails[0]?.text).not.toContain('#token=')
    }
  })

  test('takes the same time for known and unknown addresses', { timeout: 120_000 }, async () => {
    await bench.person('timed')
    await fill('timed-given@people.example', 'timed')
    const kinds = ['timed@learners.example', 'timed-given@people.example', 'timed-nothing@people.example']
    const times = kinds.map((): number[] => [])
    for (let sample = 0; sample < (process.env.LONG ? 60 : 5); sample++)
      for (const [at, email] of kinds.entries()) {
        const began = performance.now()
        await requestAddressLink(app.deps, email)
        times[at]?.push(performance.now() - began)
      }
    const medians = times.map((all) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]!)
    expect(Math.max(...medians) - Math.min(...medians), medians.join(', ')).toBeLessThan(RESPONSE_INTERVAL_MS / 2)
    for (const median of medians) expect(median).toBeGreaterThan(RESPONSE_INTERVAL_MS - 2)
  })

  test('is limited to five mails an hour per mailbox, with the same response', async () => {
    const answers = await Promise.all(Array.from({ length: 7 }, () => ask('flooded@people.example')))
    expect(new Set(answers.map(({ message }) => message)).size).toBe(1)
    expect(await mailsTo('flooded@people.example')).toHaveLength(5)
  })

  test('is limited per client, and rejects invalid addresses', async () => {
    const answers = []
    for (let one = 0; one < 9; one++) answers.push((await post('address', { email: `n${one}@people.example` })).status)
    expect(answers).toEqual([...Array<number>(8).fill(202), 429])
    await db().delete(schema.rateLimits)
    await expect(ask('no address')).rejects.toMatchObject({ status: 422, errors: [{ field: 'email' }] })
  })

  test('stores only a hash of the token, and counts without the address', async () => {
    const token = await mailedTo('hashed@people.example')
    const rows = await dump(db())
    expect(tablesWith(rows, token)).toEqual(['outbox'])
    expect(tablesWith(rows, hashToken(token))).toEqual(['address_requests'])
    expect(tablesWith(rows, 'hashed@people.example')).toEqual(['address_requests', 'outbox'])
    const page = (await open(token)).token
    const after = await dump(db())
    expect(tablesWith(after, page)).toEqual([])
    expect(tablesWith(after, hashToken(page))).toEqual(['address_requests'])
  })
})

describe('the mailed link', () => {
  test('shows the stored data by kind, with counts and dates', async () => {
    await bench.person('buys-for-ann')
    await fill('ann@people.example', 'buys-for-ann')
    await fill('joann@people.example', 'buys-for-ann')
    await beginAccount('ann@people.example', 'begun-for-ann')
    const { email, held } = await open(await mailedTo('Ann@people.example'))
    expect(email).toBe('ann@people.example')
    expect(Object.fromEntries(held.map(({ what, count }) => [what, count]))).toEqual({
      'Accounts created with your address and never activated': 1,
      'Orders placed for you': 1,
      'Unpaid orders with your address in their billing details': 1,
      'Paid orders with your address in their billing details': 1,
      'Vouchers given to you': 2,
      'E-mails we sent you': 2,
      'Requests for this list': 1,
    })
    expect(held.find(({ what }) => what === 'Vouchers given to you')).toMatchObject({
      first_at: '2027-03-01T09:00:00.000Z',
      last_at: '2027-03-05T09:00:00.000Z',
      erasure: expect.stringContaining('An unused voucher still works'),
    })
    expect(held.find(({ what }) => what.startsWith('Paid orders'))?.erasure).toContain('tax law')
  })

  test('opens once, even if opened twice concurrently', async () => {
    const mailed = await mailedTo('once@people.example')
    const tries = await Promise.allSettled([open(mailed), open(mailed)])
    const opened = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(opened).toHaveLength(1)
    for (const call of [open, download, erase]) await expect(call(mailed)).rejects.toMatchObject(unusable)
    const { token, token_until } = opened[0]!
    expect(new Date(token_until).getTime() - app.deps.clock.now().getTime()).toBeLessThanOrEqual(3_600_000)
    expect((await download(token)).status).toBe(200)
    await expect(open(token)).rejects.toMatchObject(unusable)
  })

  test('allows neither download nor erasure until it was opened', async () => {
    const mailed = await mailedTo('unopened@people.example')
    for (const call of [download, erase]) await expect(call(mailed)).rejects.toMatchObject(unusable)
    expect((await open(mailed)).email).toBe('unopened@people.example')
  })

  test('shows nothing of an account that had the address before', async () => {
    const { username, email } = await bench.person('moved-on')
    await app.asVisitor.forgotPassword({ forgotPasswordPayload: { email } })
    await db().update(schema.users).set({ email: 'moved-to@people.example' }).where(eq(schema.users.username, username))
    const before = (await mailsTo(email)).length
    const { token, held } = await open(await mailedTo(email))
    expect(held.map(({ what, count }) => [what, count])).toEqual([
      ['E-mails we sent you', 1],
      ['Requests for this list', 1],
    ])
    await erase(token)
    await queue.work()
    expect(before).toBeGreaterThan(0)
    expect(await mailsTo(email)).toHaveLength(before)
  })

  test('allows ten downloads an hour', async () => {
    const token = await openedBy('hoards@people.example')
    for (let file = 0; file < 10; file++) await download(token)
    await expect(download(token)).rejects.toMatchObject({ code: 'rate_limited' })
  })

  test('downloads all data of the address, nothing of others, and no secrets', async () => {
    await bench.person('buys-for-bea')
    await fill('bea@people.example', 'buys-for-bea')
    await fill('abea@people.example', 'buys-for-bea')
    await beginAccount('bea@people.example', 'begun-for-bea')
    const mailed = await mailedTo('bea@people.example')
    const { token } = await open(mailed)
    const answer = await download(token)
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="my-address.json"')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const text = await answer.text()
    expect(JSON.parse(text)).toMatchObject({ email: 'bea@people.example' })
    expect(text).toContain('begun-for-bea')
    expect(text).toContain('Course roles')
    for (const word of [
      'abea@',
      'friend@',
      'buys-for-bea',
      'CODE-',
      'SPENT-',
      mailed,
      token,
      hashToken(token),
      'argon2',
      'Ltd',
    ])
      expect(text, word).not.toContain(word)
  })

  test('rejects an expired link, an expired page, a token of another kind, and a missing one', async () => {
    const [opened, token] = [await openedBy('late@people.example'), await mailedTo('late@people.example')]
    await db()
      .update(schema.addressRequests)
      .set({ expires_at: sql`now()` })
      .where(eq(schema.addressRequests.email, 'late@people.example'))
    const other = await bench.person('other-kind')
    await app.asVisitor.forgotPassword({ forgotPasswordPayload: { email: other.email } })
    const reset = /#token=([\w-]+)/.exec((await mailsTo(other.email))[0]!.text)![1]!
    for (const wrong of [token, opened, reset, 'guessed'])
      for (const call of [open, download, erase]) await expect(call(wrong)).rejects.toMatchObject(unusable)
    expect(queue.waiting).toEqual([])
  })

  test('opens nothing once an account with the address is activated, because that requires its password', async () => {
    const email = 'grows-up@people.example'
    const [mailed, opened] = [await mailedTo(email), await openedBy(email)]
    await erase(await openedBy(email))
    await beginAccount(email, 'grows-up')
    await db().update(schema.users).set({ activated_at: new Date() }).where(eq(schema.users.email, email))
    for (const token of [mailed, opened])
      for (const call of [open, download, erase]) await expect(call(token)).rejects.toMatchObject(unusable)
    await queue.work()
    expect((await app.asAdmin.getUser({ username: 'grows-up' })).email).toBe(email)
  })
})

describe('erasing the data of an address', () => {
  test('erases it everywhere except legally retained records, and affects no one else', async () => {
    await bench.person('buys-for-cy')
    const [email, other] = ['cy@people.example', 'lucy@people.example']
    for (const one of [email, other]) await fill(one, 'buys-for-cy')
    await beginAccount(email, 'begun-for-cy')
    await db()
      .insert(schema.outbox)
      .values({ kind: 'x', recipient: other, subject: `About ${email}`, text: `Not ${other}, ${email}!`, html: '' })
    const token = await openedBy(email)
    const before = await dump(db())
    expect((await erase(token)).message).toContain('We are erasing')
    await queue.work()

    const after = await dump(db())
    // This test derived the numbers and codes from the address.
    for (const table of ['orders', 'vouchers'])
      after.set(
        table,
        after.get(table)!.map((row) => row.replaceAll(/(CODE|SPENT|P|D)-cy@people.example/gi, '')),
      )
    const isHers = (row: string) => /(?<![a-z])cy@people\.example/.test(row)
    const left = [...after].filter(([, rows]) => rows.some(isHers)).map(([table]) => table)
    expect(left).toEqual(['orders'])
    expect(after.get('orders')!.filter(isHers)).toHaveLength(1)
    expect(after.get('orders')!.find(isHers)).toContain('Paid Ltd')
    for (const [table, rows] of before)
      for (const row of rows.filter((one) => one.includes(other) && !isHers(one)))
        expect(after.get(table)!.join('\n'), table).toContain(row.replaceAll(/(CODE|SPENT|P|D)-cy@people.example/g, ''))
    expect(after.get('outbox')!.some((row) => row.includes(`Not ${other}, (erased)!`))).toBe(true)
  })

  test('keeps an unused voucher valid for its holder', async () => {
    await bench.person('buys-for-dee')
    await fill('dee@people.example', 'buys-for-dee')
    await erase(await openedBy('dee@people.example'))
    await queue.work()
    const code = 'CODE-dee@people.example'
    const [voucher] = await db().select().from(schema.vouchers).where(eq(schema.vouchers.code, code))
    expect(voucher).toMatchObject({ recipient: null, state: 'available', used: 0 })
  })

  test('works once, even if requested twice concurrently, and invalidates the link', async () => {
    const token = await openedBy('eve@people.example')
    const tries = await Promise.allSettled([erase(token), erase(token)])
    expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(queue.waiting.filter(({ name }) => name === 'privacy.erase-address')).toHaveLength(1)
    for (const call of [open, download, erase]) await expect(call(token)).rejects.toMatchObject(unusable)
    await queue.work()
    for (const call of [open, download, erase]) await expect(call(token)).rejects.toMatchObject(unusable)
  })

  test('is audited without a name, and a replayed job changes nothing', async () => {
    const token = await openedBy('fay@people.example')
    await erase(token)
    const [job] = queue.waiting
    await queue.work()
    const entries = () =>
      db()
        .select()
        .from(schema.audit)
        .where(eq(schema.audit.subject_id, (job!.data as { id: string }).id))
    const [entry, ...more] = await entries()
    expect(more).toEqual([])
    expect(entry).toMatchObject({
      action: 'privacy.erase_address',
      subject_type: 'address',
      actor: null,
      address: null,
    })
    expect(JSON.stringify(entry)).not.toContain('fay')
    await ask('fay@people.example')
    await queue.run(job!.name, job!.data)
    expect(await entries()).toHaveLength(1)
    expect(await linkOf('fay@people.example')).toBeDefined()
  })
})
