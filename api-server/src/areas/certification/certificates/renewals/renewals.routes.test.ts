import { and, eq, like } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCourse } from '../../../../../test/catalogue.ts'
import { type ExamBench, openExamBench } from '../../../../../test/fixtures/exam-fixture.ts'
import { certificates, entitlements, examAttempts, outbox } from '../../../../db/schema/index.ts'
import { hasExam } from '../../../training/exam-attempts/index.ts'
import * as queries from '../queries.ts'
import { remindHolders } from './service.ts'

let bench: ExamBench
beforeAll(async () => {
  bench = await openExamBench()
})
afterAll(() => bench.close())

const DAY = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY)
const db = () => bench.deps.db
const lesson = [{ slug: 'only' }]

async function completeCourse(username: string, course: { id: string; slug: string }) {
  const access = { kind: 'course' as const, course_id: course.id, source: 'administrator' as const }
  await db()
    .insert(entitlements)
    .values({ ...access, user_id: await bench.idOf(username) })
  const learner = await bench.as(username)
  await learner.completeLesson({ slug: course.slug, section_slug: 'start', lesson_slug: 'only' })
  return learner
}

/** A certificate for completing a course, issued a year ago, that ends in this many days. */
async function certified(username: string, slug: string, days: number) {
  const course = await makeCourse(db(), slug, { certificate_type: 'required', certificate_months: 12 }, lesson)
  const learner = await completeCourse(username, course)
  const generate = () =>
    learner.generateCertificate({
      course_id: slug,
      generateCertificatePayload: { name: 'Rhea Renewed', type: 'required' },
    })
  const { id } = await generate()
  await db()
    .update(certificates)
    .set({ issued_at: inDays(-300), valid_until: inDays(days) })
    .where(eq(certificates.id, id))
  return { id, learner, course, generate }
}
const refresherOf = (slug: string, name = `${slug}-again`) => makeCourse(db(), name, { renews: slug }, lesson)
const rowOf = async (id: string) => (await db().select().from(certificates).where(eq(certificates.id, id)))[0]!

test('a refresher course renews a certificate that expires soon, once, and the earlier one keeps its page', async () => {
  const { id, learner, generate } = await certified('rhea', 'aws', 30)
  const refresher = await refresherOf('aws')
  expect((await learner.listCertificateOptions({}))[0]?.renewal).toMatchObject({
    is_open: true,
    exam: null,
    course: { slug: 'aws-again', title: 'Course aws-again' },
  })
  expect(await learner.listEarnedCertificates({})).toEqual([])
  expect((await generate()).id).toBe(id)
  await completeCourse('rhea', refresher)
  expect(await learner.listEarnedCertificates({})).toEqual([{ type: 'required', course: 'aws', title: 'Course aws' }])
  const ids = new Set((await Promise.all(Array.from({ length: 5 }, generate))).map((one) => one.id))
  expect(ids.size).toBe(1)
  const [renewed] = [...ids]
  expect(renewed).not.toBe(id)
  expect(await db().select().from(certificates).where(eq(certificates.title, 'Course aws'))).toHaveLength(2)
  expect((await rowOf(renewed!)).valid_until!.getTime()).toBeGreaterThan(inDays(360).getTime())
  expect(await bench.asVisitor.getCertificate({ id })).toMatchObject({ state: 'valid', title: 'Course aws' })
  const options = await learner.listCertificateOptions({})
  expect(options.find((one) => one.certificate_id === id)).toMatchObject({
    renewed_at: expect.any(String),
    renewal: null,
  })
  expect((await generate()).id).toBe(renewed)
})

test.each([
  ['that is not due yet', 61, true],
  ['whose refresher was completed before the renewal period', 30, false],
] as const)('a certificate %s is not renewed', async (_what, days, completesNow) => {
  const slug = `early-${days}`
  const { id, learner, generate } = await certified(`eva-${days}`, slug, days)
  await completeCourse(`eva-${days}`, await refresherOf(slug))
  if (!completesNow) await db().execute(`update course_progress set completed_at = now() - interval '40 days'`)
  expect(await learner.listEarnedCertificates({})).toEqual([])
  expect((await generate()).id).toBe(id)
})

test('an expired certificate is told apart from a revoked one, and only the first can be renewed', async () => {
  const expired = await certified('xena', 'gone', -5)
  const revoked = await certified('yuri', 'taken', 30)
  await bench.asAdmin.updateCertificate({
    certificateEdit: { id: revoked.id, version: 1, revoked: true, reason: 'Shared answers' },
  })
  for (const [username, { course }] of [
    ['xena', expired],
    ['yuri', revoked],
  ] as const)
    await completeCourse(username, await refresherOf(course.slug))
  const states = await Promise.all([expired, revoked].map(({ id }) => bench.asVisitor.getCertificate({ id })))
  expect(states.map(({ state }) => state)).toEqual(['expired', 'revoked'])
  expect((await expired.generate()).id).not.toBe(expired.id)
  expect((await revoked.generate()).id).toBe(revoked.id)
})

test('an exam can be taken again to renew its certificate, with another purchase', async () => {
  const course = await makeCourse(db(), 'expert')
  const exam = await bench.exam('expert', { course_id: course.id, passing_points: 50, certificate_months: 12 })
  const learner = await bench.as('petra')
  const terms = { seconds: 3600, passing_points: 50, resets: 1, extension_ceiling_minutes: 60 }
  /** The attempt ends with 45 points, and a correction passes it, which issues the certificate. */
  const pass = async () => {
    const attempt = await bench.attempt('petra', exam)
    const ended = { state: 'failed' as const, points: 45, decided_at: new Date(), started_at: new Date(), terms }
    await db().update(examAttempts).set(ended).where(eq(examAttempts.id, attempt.id))
    const pointsCorrection = { version: attempt.version, points: 10, reason: 'Wrongly graded' }
    await bench.asAdmin.correctExamPoints({ username: 'petra', id: attempt.id, pointsCorrection })
    return attempt
  }
  await bench.give('petra', exam)
  const first = await pass()
  const [old] = await learner.listMyCertificates({})
  expect((await learner.getCanSchedule({ exam: 'expert' })).reasons).toMatchObject([{ code: 'passed' }])
  // The renewal period begins.
  await db()
    .update(certificates)
    .set({ valid_until: inDays(59), issued_at: inDays(-300) })
    .where(eq(certificates.id, old!.id))
  await db()
    .update(examAttempts)
    .set({ renewable_from: inDays(-1), decided_at: inDays(-299) })
    .where(eq(examAttempts.id, first.id))
  const user_id = await bench.idOf('petra')
  expect(await hasExam(db(), user_id, exam.id)).toBe(false)
  expect((await learner.getCanSchedule({ exam: 'expert' })).reasons).toMatchObject([{ code: 'no_attempts_left' }])
  await bench.give('petra', exam)
  const second = await pass()
  expect(second.number).toBe(2)
  const [renewed, ...others] = await learner.listMyCertificates({})
  expect(others.map(({ id }) => id)).toEqual([old!.id])
  expect((await rowOf(old!.id)).renewed_at).not.toBeNull()
  const due = new Date((await rowOf(renewed!.id)).valid_until!.getTime() - 60 * DAY)
  expect((await bench.attempt('petra', exam)).renewable_from).toEqual(due)
  expect((await learner.getCanSchedule({ exam: 'expert' })).reasons).toMatchObject([{ code: 'passed' }])
  // A result that is withdrawn revokes its own certificate only.
  await db().update(examAttempts).set({ state: 'disqualified' }).where(eq(examAttempts.id, second.id))
  const by = { actor: { id: user_id, username: 'petra' }, address: null }
  await db().transaction((tx) => bench.deps.examCertificates.revoke(tx, by as never, { user_id, exam_id: exam.id }))
  const states = await Promise.all([old!, renewed!].map(({ id }) => bench.asVisitor.getCertificate({ id })))
  expect(states.map(({ state }) => state)).toEqual(['valid', 'revoked'])
  // The revoked one counts, and not the renewed one: another passed attempt earns a certificate.
  expect(await queries.findIssued(db(), user_id, course.id, 'arte')).toMatchObject({ certificate: { id: renewed!.id } })
})

test('holders are reminded 60 and 14 days before the end, once each, unless they renewed', async () => {
  const { id, learner } = await certified('mia', 'soon', 59)
  await refresherOf('soon')
  const late = await certified('max', 'later', 61)
  const remind = () => Promise.all(Array.from({ length: 3 }, () => remindHolders(bench.deps)))
  const mailsOf = (certificate: string) =>
    db()
      .select()
      .from(outbox)
      .where(and(eq(outbox.about, `certificate:${certificate}`), like(outbox.kind, 'certificate_expires')))
  await remind()
  expect((await mailsOf(id)).map(({ dedupe_key }) => dedupe_key)).toEqual([`certificate:${id}:expires:60`])
  expect((await mailsOf(id))[0]?.text).toMatch(/complete\s+“Course\s+soon-again”/)
  const end = (days: number) =>
    db()
      .update(certificates)
      .set({ valid_until: inDays(days) })
      .where(eq(certificates.id, id))
  await end(15)
  await remind()
  expect(await mailsOf(id)).toHaveLength(1)
  await end(13)
  await remind()
  await remind()
  expect((await mailsOf(id)).map(({ dedupe_key }) => dedupe_key).toSorted()).toEqual([
    `certificate:${id}:expires:14`,
    `certificate:${id}:expires:60`,
  ])
  await db()
    .update(certificates)
    .set({ valid_until: inDays(30), renewed_at: new Date() })
    .where(eq(certificates.id, late.id))
  await remind()
  expect(await mailsOf(late.id)).toEqual([])
  expect((await learner.listCertificateOptions({}))[0]?.renewal?.course?.slug).toBe('soon-again')
})
