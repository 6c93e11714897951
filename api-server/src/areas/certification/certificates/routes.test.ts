import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, startTestApp, type TestApp } from '../../../../test/app.ts'
import { makeCourse, makeExam } from '../../../../test/catalogue.ts'
import { pdfText } from '../../../../test/fixtures/pdf-text.ts'
import {
  certificates,
  entitlements,
  examAttempts,
  lessons,
  orders,
  outbox,
  vouchers,
} from '../../../db/schema/index.ts'
import { newCode } from '../../commerce/vouchers/code.ts'

let app: TestApp
let course: { id: string; slug: string }
beforeAll(async () => {
  app = await startTestApp()
  course = await makeCourse(
    app.deps.db,
    'aws',
    { certificate_type: 'required', certificate_months: 24, estimated_hours: 9, outcomes: ['Read policies'] },
    [{ slug: 'first' }, { slug: 'second' }, { slug: 'more', required: false }],
  )
})
afterAll(() => app.close())

type Type = 'required' | 'commercial' | 'arte'
const generate = (api: Api, type: Type = 'required', more: { exam?: string; name?: string; ref?: string } = {}) =>
  api.generateCertificate({
    course_id: more.ref ?? 'aws',
    generateCertificatePayload: { name: more.name ?? 'Ana Lovelace', type, ...(more.exam ? { exam: more.exam } : {}) },
  })

async function enrol(username: string, from: Partial<typeof entitlements.$inferInsert> = {}) {
  const user_id = await app.idOf(username)
  await app.deps.db
    .insert(entitlements)
    .values({ user_id, kind: 'course', course_id: course.id, source: 'administrator', ...from })
  return app.as(username)
}
const complete = async (api: Api, ...lessons: string[]) => {
  for (const lesson of lessons) await api.completeLesson({ slug: 'aws', section_slug: 'start', lesson_slug: lesson })
}
async function graduate(username: string, from?: Partial<typeof entitlements.$inferInsert>) {
  const api = await enrol(username, from)
  await complete(api, 'first', 'second')
  return api
}

describe('a certificate of required lessons', () => {
  test('is refused until they are completed, with a list of the missing ones', async () => {
    const ana = await enrol('ana')
    await complete(ana, 'first', 'more')
    await expect(generate(ana)).rejects.toMatchObject({
      status: 403,
      code: 'not_earned',
      extra: { missing: [{ kind: 'lesson', section: 'start', lesson: 'second', title: 'Lesson second' }] },
    })
    await complete(ana, 'second')
    const issued = await generate(ana)
    expect(issued).toMatchObject({
      state: 'valid',
      version: 1,
      name: 'Ana Lovelace',
      title: 'Course aws',
      type: 'required',
      hours: 9,
      outcomes: ['Read policies'],
      url: `http://localhost:3000/certificates/${issued.id}`,
    })
    const months = new Date(issued.valid_until!).getUTCFullYear() - new Date(issued.issued_at!).getUTCFullYear()
    expect(months).toBe(2)
    expect(issued.id).toMatch(/^[0-9a-hjkmnp-tv-z]{26}$/)
  })

  test('is issued once, for the slug and for the id, and mailed once', async () => {
    const bea = await graduate('bea')
    const first = await generate(bea)
    expect(await generate(bea, 'required', { ref: course.id, name: 'Somebody Else' })).toEqual(first)
    expect(await bea.listMyCertificates()).toEqual([first])
    const mails = await app.deps.db.select().from(outbox).where(eq(outbox.recipient, 'bea@learners.example'))
    expect(mails.filter(({ kind }) => kind === 'certificate')).toHaveLength(1)
  })

  test('is offered once it is earned, until it is generated', async () => {
    const lea = await enrol('lea')
    await complete(lea, 'first')
    expect(await lea.listEarnedCertificates()).toEqual([])
    await complete(lea, 'second')
    expect(await lea.listEarnedCertificates()).toEqual([{ type: 'required', course: 'aws', title: 'Course aws' }])
    await generate(lea)
    expect(await lea.listEarnedCertificates()).toEqual([])
    expect(await app.as('somebody-without-courses').listEarnedCertificates()).toEqual([])
  })

  test('remains earned when a lesson is added, and when access ends', async () => {
    const carl = await graduate('carl')
    const [lesson] = await app.deps.db.select().from(lessons).where(eq(lessons.slug, 'first'))
    const added = { ...lesson!, id: undefined, slug: 'late', title: 'Late', position: 9 }
    await app.deps.db.insert(lessons).values({ ...added, id: crypto.randomUUID() })
    await app.deps.db
      .update(entitlements)
      .set({ ends_at: new Date(Date.now() - 1000) })
      .where(eq(entitlements.user_id, await app.idOf('carl')))
    expect(await generate(carl)).toMatchObject({ state: 'valid' })
    await app.deps.db.delete(lessons).where(eq(lessons.slug, 'late'))
  })

  test('needs access to the course that was not revoked', async () => {
    await expect(generate(app.as('dora'))).rejects.toMatchObject({ status: 403, code: 'no_access' })
    const emil = await graduate('emil')
    await app.deps.db
      .update(entitlements)
      .set({ revoked_at: new Date(), reason: 'The order was refunded' })
      .where(eq(entitlements.user_id, await app.idOf('emil')))
    await expect(generate(emil)).rejects.toMatchObject({
      code: 'no_access',
      message: expect.stringContaining('refunded'),
    })
    await expect(generate(emil, 'required', { ref: 'nowhere' })).rejects.toMatchObject({ status: 404 })
  })
})

describe('a commercial certificate', () => {
  test('prints the organisation of the voucher', async () => {
    const [voucher] = await app.deps.db
      .insert(vouchers)
      .values({ code: newCode(), kind: 'course', course_id: course.id, organisation: 'Nordlicht GmbH' })
      .returning()
    const fay = await graduate('fay', { source: 'voucher', voucher_id: voucher!.id })
    expect(await generate(fay, 'commercial')).toMatchObject({ type: 'commercial', company: 'Nordlicht GmbH' })
  })

  test('prints the company of the order', async () => {
    const payload = { slug: 'aws', quantity: 1, billing: { company: 'Buyer Ltd' } }
    const { order_id } = await app.as('gus').purchaseCourse({ purchaseCoursePayload: payload })
    await app.as('gus').payDemoOrder({ id: order_id, demoPayment: { outcome: 'paid' } })
    await complete(app.as('gus'), 'first', 'second')
    expect(await generate(app.as('gus'), 'commercial')).toMatchObject({ company: 'Buyer Ltd' })
    expect(await app.deps.db.select().from(orders).where(eq(orders.id, order_id))).toHaveLength(1)
  })

  test('is refused if no company paid', async () => {
    const hal = await graduate('hal')
    await expect(generate(hal, 'commercial')).rejects.toMatchObject({
      code: 'not_earned',
      extra: { missing: [{ kind: 'company' }] },
    })
  })
})

test('an expert certificate is refused until the exam is passed, and prints the exam’s title and points', async () => {
  const exam = await makeExam(app.deps.db, 'expert', { course_id: course.id, certificate_title: 'AWS Red Team Expert' })
  const ida = app.as('ida')
  await expect(generate(ida, 'arte', { exam: 'expert' })).rejects.toMatchObject({
    code: 'not_earned',
    extra: { missing: [{ kind: 'exam', exam: 'expert', title: 'Exam expert' }] },
  })
  await expect(generate(ida, 'arte', { exam: 'other' })).rejects.toMatchObject({ status: 422 })
  const user_id = await app.idOf('ida')
  await app.deps.db
    .insert(examAttempts)
    .values({ exam_id: exam.id, user_id, state: 'passed', points: 80, extra_points: 5 })
  expect(await generate(ida, 'arte', { exam: 'expert' })).toMatchObject({ title: 'AWS Red Team Expert', points: 85 })
})

describe('the public page', () => {
  const state = async (id: string) => (await app.asVisitor.getCertificate({ id })).state

  test('distinguishes valid, expired, revoked, withdrawn and unknown certificates', async () => {
    const { id } = await generate(await graduate('jan'))
    const set = (change: Partial<typeof certificates.$inferInsert>) =>
      app.deps.db.update(certificates).set(change).where(eq(certificates.id, id))
    expect(await state(id)).toBe('valid')
    await set({ valid_until: new Date(Date.now() - 1000) })
    expect(await state(id)).toBe('expired')
    await set({ revoked_at: new Date(), reason: 'Shared flags' })
    expect(await app.asVisitor.getCertificate({ id })).toMatchObject({
      state: 'revoked',
      reason: 'Shared flags',
      name: 'Ana Lovelace',
    })
    await set({ withdrawn_at: new Date() })
    expect(await app.asVisitor.getCertificate({ id })).toEqual(
      expect.objectContaining({ id, state: 'withdrawn', name: null, title: null, outcomes: [], reason: null }),
    )
    await expect(app.asVisitor.getCertificate({ id: '0'.repeat(26) })).rejects.toMatchObject({ status: 404 })
    await expect(app.asVisitor.downloadCertificate({ id })).rejects.toMatchObject({ status: 404 })
  })

  test('returns the PDF as an attachment named after the learner', async () => {
    const { id } = await generate(await graduate('kim'), 'required', { name: 'Zażółć "gęślą" jaźń' })
    const answer = await app.asVisitor.downloadCertificate({ id })
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    const disposition = answer.headers.get('content-disposition') ?? ''
    expect(disposition).toContain(`attachment; filename="certificate-${id}.pdf"`)
    expect(decodeURIComponent(disposition.split("filename*=UTF-8''")[1] ?? '')).toBe(
      'Flagyard certificate Zażółć gęślą jaźń.pdf',
    )
    const text = pdfText(Buffer.from(await answer.arrayBuffer()))
    expect(text).toContain('Zażółć "gęślą" jaźń')
    expect(text).toContain(`http://localhost:3000/certificates/${id}`)
  })
})

test('only the owner can have a certificate mailed again', async () => {
  const { id } = await generate(await graduate('lea'))
  expect((await app.as('lea').resendCertificate({ id })).message).toContain('lea@learners.example')
  await expect(app.as('mia').resendCertificate({ id })).rejects.toMatchObject({ status: 404 })
})
