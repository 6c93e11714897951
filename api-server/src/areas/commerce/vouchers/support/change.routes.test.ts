import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCourse, makeLab } from '../../../../../test/catalogue.ts'
import { type ExamBench, openExamBench } from '../../../../../test/fixtures/exam-fixture.ts'
import * as schema from '../../../../db/schema/index.ts'

let app: ExamBench
beforeAll(async () => {
  app = await openExamBench()
  await makeCourse(app.deps.db, 'aws')
  await makeLab(app.deps.db, 'lonely')
  await app.exam('expert')
})
afterAll(() => app.close())

const make = async (changes: { target?: string; uses?: number; recipients?: string[] } = {}, kind = 'course') => {
  const ask = { target: 'aws', uses: 1, count: 1, expires_at: null, note: '', ...changes }
  const { batch } =
    kind === 'course'
      ? await app.asAdmin.createCourseVouchers({ courseVoucher: ask })
      : kind === 'lab'
        ? await app.asAdmin.createLabVouchers({ labVoucher: ask })
        : await app.asAdmin.createExamVouchers({ examVoucher: ask })
  const { data } = await app.asAdmin.listVouchers({ filter: JSON.stringify({ batch }) })
  return data[0]!
}
const now = async (id: string) =>
  (await app.deps.db.select().from(schema.vouchers).where(eq(schema.vouchers.id, id)))[0]!
const use = (username: string, code: string) => app.as(username).activateVoucher({ activateVoucherPayload: { code } })
const refused = { status: 422, errors: [{ field: 'code' }] }
const actionsOf = async (id: string) =>
  (await app.deps.db.select().from(schema.audit).where(eq(schema.audit.subject_id, id))).map(({ action }) => action)

test('sent again to its recipient it keeps its code; another address gets a new code, and the old one stops working', async () => {
  const { id, code } = await make({ recipients: ['first@team.example'] })
  await app.asAdmin.sendVoucher({ voucher_id: id, voucherSending: { version: 1 } })
  expect((await now(id)).code).toBe(code)
  const voucherSending = { version: 1, email: 'second@team.example' }
  await app.asAdmin.sendVoucher({ voucher_id: id, voucherSending })
  const after = await now(id)
  expect(after).toMatchObject({ recipient: 'second@team.example', version: 2 })
  await expect(use('first', code)).rejects.toMatchObject(refused)
  await expect(app.asAdmin.sendVoucher({ voucher_id: id, voucherSending })).rejects.toMatchObject({
    code: 'stale_version',
  })
  expect((await use('second', after.code)).activated).toBe(true)
  const gone = { voucher_id: id, voucherSending: { version: (await now(id)).version } }
  await expect(app.asAdmin.sendVoucher(gone)).rejects.toMatchObject({ status: 409 })
  expect(await actionsOf(id)).toEqual(['vouchers.send', 'vouchers.send'])
  expect(JSON.stringify(await app.deps.db.select().from(schema.audit))).not.toContain(after.code)
})

test('a voucher with several uses cannot be reassigned once it was used', async () => {
  const { id, code } = await make({ uses: 3, recipients: ['team@team.example'] })
  await use('one-of-three', code)
  const { version } = await now(id)
  const voucherSending = { version, email: 'else@team.example' }
  await expect(app.asAdmin.sendVoucher({ voucher_id: id, voucherSending })).rejects.toMatchObject({ status: 409 })
  await app.asAdmin.renewVoucher({
    voucher_id: id,
    voucherRenewal: { version, reason: 'Posted in a forum', send: false },
  })
  await expect(use('two-of-three', code)).rejects.toMatchObject(refused)
  expect((await use('two-of-three', (await now(id)).code)).activated).toBe(true)
  expect(await use('one-of-three', (await now(id)).code), 'what was used stays').toMatchObject({ activated: true })
})

test('a later expiry makes an expired voucher usable again, but not one that is used up', async () => {
  const { id, code } = await make()
  const past = new Date(Date.now() - 1000)
  await app.deps.db
    .update(schema.vouchers)
    .set({ expires_at: past, state: 'expired' })
    .where(eq(schema.vouchers.id, id))
  await expect(use('late', code)).rejects.toMatchObject(refused)
  const voucherExpiry = { version: 1, expires_at: '2120-01-01T00:00:00.000Z', reason: 'They were ill' }
  const wrong = { ...voucherExpiry, expires_at: past.toISOString() }
  await expect(app.asAdmin.updateVoucher({ voucher_id: id, voucherExpiry: wrong })).rejects.toMatchObject({
    status: 422,
  })
  await app.asAdmin.updateVoucher({ voucher_id: id, voucherExpiry })
  expect((await use('late', code)).activated).toBe(true)
  const { version } = await now(id)
  await expect(
    app.asAdmin.updateVoucher({ voucher_id: id, voucherExpiry: { ...voucherExpiry, version } }),
  ).rejects.toMatchObject({ status: 409 })
})

describe('revoking', () => {
  const preview = (id: string) => app.asAdmin.previewVoucherRevocation({ voucher_id: id })
  const revoke = (id: string, more: { running?: 'end' | 'run_out'; version?: number } = {}) =>
    app.asAdmin.revokeVoucher({ voucher_id: id, voucherRevocation: { reason: 'Paid back', ...more } })
  const entitlementOf = async (id: string) =>
    (await app.deps.db.select().from(schema.entitlements).where(eq(schema.entitlements.voucher_id, id)))[0]

  test('an unused voucher removes its uses, as the preview shows', async () => {
    const { id, code } = await make({ uses: 2 })
    expect(await preview(id)).toEqual({ unused: 2, losing: [], losing_total: 0, running: [] })
    await revoke(id, { version: 1 })
    await expect(use('too-late', code)).rejects.toMatchObject(refused)
    expect((await now(id)).reason).toBe('Paid back')
  })

  test('a used voucher ends the access with a reason that the learner sees', async () => {
    const { id, code } = await make()
    await use('loser', code)
    expect(await preview(id)).toMatchObject({
      unused: 0,
      losing: [{ username: 'loser', finished: false, keeps_access: false }],
    })
    await expect(revoke(id, { version: 1 }), 'it was used meanwhile').rejects.toMatchObject({ code: 'stale_version' })
    await revoke(id)
    expect(await entitlementOf(id)).toMatchObject({ reason: 'Paid back', revoked_at: expect.any(Date) })
  })

  test('while an exam is booked needs a choice, and ending it mails the candidate and frees the slot', async () => {
    await app.addAccounts(3)
    const exam = { id: (await make({ target: 'expert' }, 'exam')).id }
    const booked = async (username: string) => {
      const { id, code } = await make({ target: 'expert' }, 'exam')
      await use(username, code)
      const user_id = await app.idOf(username)
      await app.deps.db
        .update(schema.examAttempts)
        .set({ state: 'scheduled', scheduled_at: new Date(Date.now() + 86_400_000), time_zone: 'UTC' })
        .where(eq(schema.examAttempts.user_id, user_id))
      return { id, user_id }
    }
    const stateOf = async (user_id: string) =>
      (await app.deps.db.select().from(schema.examAttempts).where(eq(schema.examAttempts.user_id, user_id)))[0]?.state
    const ended = await booked('candidate-one')
    expect((await preview(ended.id)).running).toEqual([
      { kind: 'exam', username: 'candidate-one', title: 'Exam expert', state: 'scheduled' },
    ])
    await expect(revoke(ended.id)).rejects.toMatchObject({ status: 409 })
    await revoke(ended.id, { running: 'end' })
    expect(await stateOf(ended.user_id)).toBe('void')
    expect((await app.mails('candidate-one')).length).toBeGreaterThan(0)
    const left = await booked('candidate-two')
    await revoke(left.id, { running: 'run_out' })
    expect(await stateOf(left.user_id)).toBe('scheduled')
    expect(await entitlementOf(left.id)).toMatchObject({ revoked_at: expect.any(Date) })
    expect(exam.id).toBeTruthy()
  })

  test('while a lab runs needs a choice, unless other access opens the lab', async () => {
    const lab = (await app.deps.db.select().from(schema.labs).where(eq(schema.labs.slug, 'lonely')))[0]!
    const running = async (username: string) => {
      const { id, code } = await make({ target: 'lonely' }, 'lab')
      await use(username, code)
      const user_id = await app.idOf(username)
      const [deployment] = await app.deps.db
        .insert(schema.deployments)
        .values({
          user_id,
          lab_id: lab.id,
          cloud: lab.cloud,
          state: 'queued',
          module_version: '1',
          duration_seconds: 3600,
        })
        .returning()
      const stateNow = async () =>
        (await app.deps.db.select().from(schema.deployments).where(eq(schema.deployments.id, deployment!.id)))[0]
      return { id, user_id, stateNow }
    }
    const one = await running('runner-one')
    expect((await preview(one.id)).running).toMatchObject([{ kind: 'lab', username: 'runner-one', state: 'queued' }])
    await revoke(one.id, { running: 'end' })
    expect(await one.stateNow()).toMatchObject({ state: 'ended', reason: 'administrator' })
    const two = await running('runner-two')
    await app.deps.db
      .insert(schema.entitlements)
      .values({ user_id: two.user_id, kind: 'lab', lab_id: lab.id, source: 'administrator' })
    expect(await preview(two.id)).toMatchObject({ running: [], losing: [{ keeps_access: true }] })
    await revoke(two.id)
    expect((await two.stateNow())?.state).toBe('queued')
  })

  test('after the course was completed leaves the earned results', async () => {
    const { id, code } = await make()
    await use('finisher', code)
    const [course] = await app.deps.db.select().from(schema.courses).where(eq(schema.courses.slug, 'aws'))
    const row = { user_id: await app.idOf('finisher'), course_id: course!.id }
    await app.deps.db.insert(schema.courseProgress).values({ ...row, completed_at: new Date() })
    await app.deps.db
      .insert(schema.certificates)
      .values({ ...row, id: 'finished-one', type: 'required', name: 'F', title: 'T' })
    expect((await preview(id)).losing).toMatchObject([{ username: 'finisher', finished: true }])
    await revoke(id)
    expect(await app.asVisitor.getCertificate({ id: 'finished-one' })).toMatchObject({ state: 'valid' })
  })
})

describe('several vouchers', () => {
  const start = (action: 'vouchers.revoke' | 'vouchers.send' | 'vouchers.restore', ids: string[]) =>
    app.asAdmin.startBulk({ bulkAsk: { action, ids, reason: 'A mistake' } })

  test('are revoked after a dry run, and restored within ten minutes with their access', async () => {
    const unused = await make()
    const used = await make()
    const gone = await make()
    await use('bulky', used.code)
    await app.asAdmin.revokeVoucher({ voucher_id: gone.id })
    const ids = [unused.id, used.id, gone.id]
    const bulkPreviewAsk = { action: 'vouchers.revoke' as const, ids }
    expect(await app.asAdmin.previewBulk({ bulkPreviewAsk })).toMatchObject({
      changes: 2,
      reasons: [{ message: 'It is already revoked.', count: 1 }],
    })
    const named = (await app.asAdmin.previewBulk({ bulkPreviewAsk })).rows.map(({ label }) => label)
    expect(named.sort()).toEqual([unused, used].map(({ code }) => `…-${code.split('-').at(-1)}`).sort())
    const job = await start('vouchers.revoke', ids)
    expect(job).toMatchObject({ state: 'done', done: 2, failed: 1 })
    expect((await now(used.id)).state).toBe('revoked')
    await app.asAdmin.undoBulkJob({ job_id: job.id })
    expect((await now(used.id)).state).toBe('activated')
    expect((await now(gone.id)).state, 'it was not this job').toBe('revoked')
    expect((await use('anybody', unused.code)).activated).toBe(true)
    const [row] = await app.deps.db
      .select()
      .from(schema.entitlements)
      .where(eq(schema.entitlements.voucher_id, used.id))
    expect(row).toMatchObject({ revoked_at: null, reason: null })
    expect(await actionsOf(used.id)).toEqual(['vouchers.revoke', 'vouchers.restore'])
  })

  test('a restoration without a revocation changes nothing', async () => {
    const { id } = await make()
    await app.asAdmin.revokeVoucher({ voucher_id: id })
    expect(await start('vouchers.restore', [id])).toMatchObject({ done: 0, failed: 1 })
    expect((await now(id)).state).toBe('revoked')
  })

  test('are mailed again once each, and those without a recipient are reported', async () => {
    const given = await make({ recipients: ['again@team.example'] })
    const kept = await make()
    expect(await start('vouchers.send', [given.id, kept.id])).toMatchObject({ done: 1, failed: 1 })
    await app.queue.run('vouchers.mail')
    await app.queue.run('vouchers.mail')
    const mails = await app.deps.db
      .select()
      .from(schema.outbox)
      .where(eq(schema.outbox.about, `voucher:${given.id}`))
    expect(mails).toHaveLength(2)
  })

  test('a voucher with a booked exam is left for its own page', async () => {
    const { id, code } = await make({ target: 'expert' }, 'exam')
    await use('booked-in-bulk', code)
    await app.deps.db
      .update(schema.examAttempts)
      .set({ state: 'scheduled' })
      .where(eq(schema.examAttempts.user_id, await app.idOf('booked-in-bulk')))
    expect(await start('vouchers.revoke', [id])).toMatchObject({ done: 0, failed: 1 })
  })
})
