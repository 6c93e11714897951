import { eq, like } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { makeCourse, makeLab } from '../../../../test/catalogue.ts'
import { describeOnPostgres, openTestPostgres } from '../../../../test/database.ts'
import { holdTable, untilWaiting } from '../../../../test/races/lock-barrier.ts'
import { deployments, entitlements, outbox, rateLimits, vouchers } from '../../../db/schema/index.ts'
import { findAccess } from '../../catalogue/entitlements/service.ts'
import { lockAccountNoKey } from '../../platform/auth/queries.ts'
import { newCode } from './code.ts'
import { mailVouchers } from './jobs.ts'

describeOnPostgres('vouchers on real Postgres', () => {
  let app: TestApp
  let course: { id: string }
  beforeAll(async () => {
    app = await startTestApp({ database: await openTestPostgres() })
    course = await makeCourse(app.deps.db, 'aws')
  })
  afterAll(() => app.close())

  const make = async (uses: number) => {
    const code = newCode()
    await app.deps.db.insert(vouchers).values({ code, kind: 'course', course_id: course.id, uses })
    return code
  }
  const activate = (username: string, code: string) =>
    app.as(username).activateVoucher({ activateVoucherPayload: { code } })
  const openedBy = async (code: string) => {
    const rows = await app.deps.db
      .select({ user: entitlements.user_id, used: vouchers.used, state: vouchers.state })
      .from(vouchers)
      .leftJoin(entitlements, eq(entitlements.voucher_id, vouchers.id))
      .where(eq(vouchers.code, code))
    return rows
  }

  test.each([1, 7])('of forty learners at once, a code with %i uses opens for exactly as many', async (uses) => {
    const code = await make(uses)
    const learners = Array.from({ length: 40 }, (_, at) => `racer-${uses}-${at}`)
    for (const learner of learners) await app.idOf(learner)
    const results = await Promise.allSettled(learners.map((learner) => activate(learner, code)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(uses)
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ status: 422, code: 'invalid' })
    const rows = await openedBy(code)
    expect(rows).toHaveLength(uses)
    expect(rows[0]).toMatchObject({ used: uses, state: 'activated' })
  })

  const rounds = process.env.LONG ? 1000 : 3
  test(`in ${rounds} rounds of forty learners, a code of N uses opens for exactly N each time`, {
    timeout: 3_600_000,
  }, async () => {
    const learners = Array.from({ length: 40 }, (_, at) => `round-${at}`)
    for (const learner of learners) await app.idOf(learner)
    for (let round = 0; round < rounds; round++) {
      // They try more codes than people may.
      await app.deps.db.delete(rateLimits)
      const uses = 1 + (round % 9)
      const { id } = await makeCourse(app.deps.db, `round-${round}`)
      const code = newCode()
      await app.deps.db.insert(vouchers).values({ code, kind: 'course', course_id: id, uses })
      const results = await Promise.allSettled(learners.map((learner) => activate(learner, code)))
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(uses)
      expect(await openedBy(code)).toHaveLength(uses)
    }
  })

  test('twenty-five concurrent activations by one learner use a code once', async () => {
    const code = await make(5)
    const answers = await Promise.all(Array.from({ length: 25 }, () => activate('clicker', code)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await openedBy(code)).toMatchObject([{ used: 1, state: 'available' }])
  })

  test('ten codes for one course activated by one learner at once use one, and the others stay unused', async () => {
    const codes = await Promise.all(Array.from({ length: 10 }, () => make(1)))
    await app.idOf('collector')
    const results = await Promise.allSettled(codes.map((code) => activate('collector', code)))
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    expect(refused).toMatchObject(Array.from({ length: 9 }, () => ({ status: 409, code: 'already_owned' })))
    const opened = (await Promise.all(codes.map(openedBy))).flat()
    expect(opened.filter(({ user }) => user !== null)).toHaveLength(1)
    expect(opened.map(({ used }) => used).sort()).toEqual([...Array(9).fill(0), 1])
  })

  test('access granted while a transaction waited is open in it', async () => {
    const code = await make(1)
    await app.as('waiter').getMe()
    const learner = await app.idOf('waiter')
    await app.deps.db.transaction(async (tx) => {
      expect((await findAccess(tx, learner, { course: course.id })).granted).toBe(false)
      await activate('waiter', code)
      expect((await findAccess(tx, learner, { course: course.id })).granted).toBe(true)
    })
  })

  test('a voucher revoked during forty activations has no further uses, and leaves no access open', async () => {
    const code = await make(45)
    const [voucher] = await app.deps.db.select().from(vouchers).where(eq(vouchers.code, code))
    const learners = Array.from({ length: 40 }, (_, at) => `revoked-${at}`)
    for (const learner of learners) await app.idOf(learner)
    const revoke = async () => {
      // Whoever comes in between is waited for, and the administrator looks again.
      for (let tries = 0; tries < 50; tries++) {
        try {
          return await app.asAdmin.revokeVoucher({ voucher_id: voucher!.id, voucherRevocation: { reason: 'Leaked' } })
        } catch (error) {
          expect(error).toMatchObject({ code: 'stale_version' })
        }
      }
      throw new Error('It was never revoked')
    }
    await Promise.allSettled([...learners.map((learner) => activate(learner, code)), revoke()])
    const late = await Promise.allSettled(['late-1', 'late-2'].map((learner) => activate(learner, code)))
    expect(late.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const rows = await app.deps.db.select().from(entitlements).where(eq(entitlements.voucher_id, voucher!.id))
    expect(rows.filter(({ revoked_at }) => revoked_at === null)).toEqual([])
    expect(await openedBy(code)).toMatchObject(rows.map(() => ({ state: 'revoked', used: rows.length })))
  })

  test('a revocation that waits for the start of a lab finds it', async () => {
    const lab = await makeLab(app.deps.db, 'starting')
    const code = newCode()
    const [voucher] = await app.deps.db.insert(vouchers).values({ code, kind: 'lab', lab_id: lab.id }).returning()
    await app.as('starter').getMe()
    await activate('starter', code)
    const user_id = await app.idOf('starter')
    const revoke = () => app.asAdmin.revokeVoucher({ voucher_id: voucher!.id, voucherRevocation: { reason: 'Leaked' } })
    const revoked = await app.deps.db.transaction(async (tx) => {
      // As whoever starts a lab does.
      await lockAccountNoKey(tx, user_id)
      const asked = Promise.allSettled([revoke()])
      await untilWaiting(app.deps.db, 1)
      const queued = { cloud: 'aws' as const, module_version: '1', duration_seconds: 60, state: 'queued' as const }
      await tx.insert(deployments).values({ user_id, lab_id: lab.id, ...queued })
      return () => asked
    })
    const [outcome] = await revoked()
    expect(outcome).toMatchObject({
      status: 'rejected',
      reason: { code: 'conflict', message: expect.stringContaining('in use') },
    })
    expect(await openedBy(code)).toMatchObject([{ state: 'activated' }])
  })

  test('of two administrators who reassign a voucher at once, one succeeds and the other is refused', async () => {
    const code = await make(1)
    const [voucher] = await app.deps.db.select().from(vouchers).where(eq(vouchers.code, code))
    const results = await Promise.allSettled(
      ['one', 'two'].map((name) =>
        app.asAdmin.sendVoucher({
          voucher_id: voucher!.id,
          voucherSending: { version: 1, email: `${name}@team.example` },
        }),
      ),
    )
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('concurrent jobs write the mails of a batch once', async () => {
    await app.deps.db.insert(vouchers).values(
      Array.from({ length: 60 }, (_, n) => ({
        ...{ code: newCode(), kind: 'course' as const, course_id: course.id },
        ...{ recipient: `mailed-${n}@team.example`, mail_waits: true },
      })),
    )
    await Promise.all(Array.from({ length: 4 }, () => mailVouchers(app.deps)))
    const mails = await app.deps.db.select().from(outbox).where(like(outbox.recipient, 'mailed-%'))
    expect(mails).toHaveLength(60)
    expect(new Set(mails.map(({ recipient }) => recipient)).size).toBe(60)
  })

  test('one learner who activates two codes for one course at once uses one', async () => {
    const codes = [await make(1), await make(1)]
    const results = await Promise.allSettled(codes.map((code) => activate('double', code)))
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const rows = await app.deps.db
      .select()
      .from(entitlements)
      .where(eq(entitlements.user_id, await app.idOf('double')))
    expect(rows).toHaveLength(1)
  })
  test('a voucher used while its buyer reassigns it stays with the account that used it', async () => {
    const code = newCode()
    const owner_id = await app.idOf('owner')
    const [voucher] = await app.deps.db
      .insert(vouchers)
      .values({ code, kind: 'course', course_id: course.id, owner_id, recipient: 'first@team.example' })
      .returning()
    await app.idOf('first')
    const release = await holdTable(app.deps.db, entitlements)
    const using = activate('first', code)
    await untilWaiting(app.deps.db, 1)
    const passed = Promise.allSettled([
      app.as('owner').resendVoucher({
        reSendVoucherPayload: { voucher_id: voucher!.id, email: 'second@team.example' },
      }),
    ])
    await untilWaiting(app.deps.db, 2)
    await release()
    await using
    expect(await passed).toMatchObject([{ status: 'rejected', reason: { status: 409, code: 'conflict' } }])
    const [after] = await app.deps.db.select().from(vouchers).where(eq(vouchers.id, voucher!.id))
    expect(after).toMatchObject({ code, recipient: 'first@team.example', state: 'activated' })
    const mails = await app.deps.db.select().from(outbox).where(eq(outbox.recipient, 'second@team.example'))
    expect(mails).toEqual([])
  })
})
