import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { pathNames } from '@flagyard/api-types/contract/operation'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keyOfChecksum } from '../../src/areas/authoring/uploads/file-types.ts'
import { grant } from '../../src/areas/catalogue/entitlements/service.ts'
import { hashPassword } from '../../src/areas/platform/auth/passwords/hash.ts'
import { openAttempt } from '../../src/areas/training/exam-attempts/attempts/can-schedule.ts'
import * as tables from '../../src/db/schema/index.ts'
import { makeBundle, makeCourse, makeExam, makeLab } from '../catalogue.ts'
import { everyKind } from '../fixtures/feedback-course.ts'
import { type LabBench, openLabBench } from '../fixtures/lab-fixture.ts'

/** One call, sent with its published fields and nothing else. */
interface Sent {
  as?: 'learner' | 'administrator-of-tests'
  at?: Record<string, string>
  query?: Record<string, string>
  json?: unknown
  form?: Record<string, string>
  /**
   * Expected refusal if the test data does not allow the call. The reason is the state, never a missing field that is
   * not published.
   */
  refused?: 400 | 403 | 404 | 409
  /** Setup before the call. */
  before?: () => Promise<unknown>
}

const published = readFileSync(new URL('../../../packages/api-types/test/calls.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t').slice(0, 3) as [string, string, string])

const password = 'a long enough phrase'
const place = { slug: 'red-team', section: 'first', lesson: 'the-lab' }
const learner = { username: 'learner' }
const soon = (days: number) => ({ date: inDays(days), hour: 9, time_zone: 'Europe/Berlin' })
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const price = { amount: 100, currency: 'EUR' }
const module = { module: 'aws/new', module_version: '1.0.0' }
const flags = [{ title: 'A step', question: 'Done?', type: 'NOFLAG' }]

let bench: LabBench
let calls: Record<string, Sent>
beforeAll(async () => {
  bench = await openLabBench({
    labChanges: { downloads: [{ name: 'a.txt', file: keyOfChecksum(`${'a'.repeat(64)}.txt`), bytes: 1 }] },
  })
  const { db } = bench.deps
  const password_hash = await hashPassword(password)
  for (const name of ['learner', 'administrator-of-tests']) {
    await (name === 'learner' ? bench.asLearner : bench.asAdmin).getMe()
    await db.update(tables.users).set({ password_hash }).where(eq(tables.users.username, name))
  }
  for (const name of ['gone', 'beta']) await bench.as(name).getMe()
  await bench.as('new', { activated: false }).getMe()
  for (let made = 0; made < 6; made++) await bench.addAccount()
  const userId = await bench.idOf('learner')

  const course = await makeCourse(db, 'aws')
  await makeBundle(db, 'clouds', 150, [course])
  await makeLab(db, 'for-sale')
  await db.insert(tables.lessons).values({
    ...{ course_id: course.id, title: 'For sale', slug: 'for-sale', position: 9, kind: 'lab' },
    section_id: (await db.select().from(tables.sections).where(eq(tables.sections.course_id, course.id)))[0]!.id,
    lab_id: (await db.select().from(tables.labs).where(eq(tables.labs.slug, 'for-sale')))[0]!.id,
  })
  const exam = await makeExam(db, 'expert', {
    ...{ bookable: true, rules: 'Work alone.', reschedules: 3, course_id: bench.lesson.course_id },
    module_stages: [{ name: 'Drawing', resources: [{ type: 'aws_iam_user', name: 'candidate' }] }],
  })
  await makeExam(db, 'on-sale', { bookable: true })
  const taken = await makeExam(db, 'taken', { bookable: true })
  const [examFlag] = await db
    .insert(tables.flags)
    .values({ title: 'F', question: 'Q', type: 'STATIC', secret: 'x', points: 5, exam_id: taken.id, position: 0 })
    .returning()
  await db.transaction(async (tx) => {
    await grant(tx, { userId, course: bench.lesson.course_id, source: 'voucher' })
    for (const id of [exam.id, taken.id]) {
      await grant(tx, { userId, exam: id, source: 'voucher' })
      await openAttempt(tx, userId, id)
    }
    await grant(tx, { userId, lab: bench.lab.id, source: 'voucher' })
  })
  const [attempt] = await db
    .update(tables.examAttempts)
    .set({
      ...{ state: 'active', scheduled_at: new Date(), time_zone: 'UTC', started_at: new Date() },
      active_until: new Date(Date.now() + 3_600_000),
      terms: { seconds: 3600, passing_points: 70, resets: 1, extension_ceiling_minutes: 60 },
    })
    .where(eq(tables.examAttempts.exam_id, taken.id))
    .returning()
  expect(attempt).toBeDefined()
  const form = await bench.asAdmin.createFeedbackForm({ feedbackFormEdit: { title: 'Asked' } })
  const asked = await bench.asAdmin.saveFormQuestions({ form_id: form.id, formQuestionsEdit: { questions: everyKind } })
  await db
    .update(tables.courses)
    .set({ feedback_form_id: form.id, feedback_share: 0, certificate_type: 'required' })
    .where(eq(tables.courses.id, bench.lesson.course_id))
  await bench.asLearner.submitFeedback({
    course_slug: 'red-team',
    feedbackAnswerCreate: [{ question_id: asked.form.questions[0]!.id, rating: 5 }],
  })
  const [response] = await db.select().from(tables.feedbackResponses)
  const spare = await bench.asAdmin.createFeedbackForm({ feedbackFormEdit: { title: 'Spare' } })
  for (const id of ['c-1', 'c-2'])
    await db.insert(tables.certificates).values({ id, user_id: userId, type: 'required', name: 'N', title: id })
  await makeCourse(db, 'draft-course', { status: 'draft' }, [])
  await makeLab(db, 'draft-lab', { status: 'draft' })
  await makeExam(db, 'draft-exam', { status: 'draft' })
  await bench.asAdmin.createCourseVouchers({ courseVoucher: { target: 'aws', count: 2 } })
  const { data: vouchers } = await bench.asAdmin.listVouchers({})
  const pool = await db.select().from(tables.cloudAccounts)
  const cloud = async (kind: 'azure' | 'gcp', account_id: string) => {
    await bench.addAccount({ cloud: kind, account_id })
    return account_id
  }
  const [azure, spareAzure] = [await cloud('azure', randomUUID()), await cloud('azure', randomUUID())]
  const [gcp, spareGcp] = [await cloud('gcp', 'project-one'), await cloud('gcp', 'project-two')]
  const [aws, spareAws] = [pool[0]!.account_id, pool[1]!.account_id]
  const redTeam = await bench.asAdmin.getCourseForAdmin({ slug: 'red-team' })

  const admin = { as: 'administrator-of-tests' } as const
  const own = { as: 'learner' } as const
  calls = {
    'POST /auth/activate_account': { json: { token: 'none' }, refused: 400 },
    'POST /auth/forgot_password': { json: { email: 'learner@learners.example' } },
    'POST /auth/refresh': {},
    'GET /auth/resend_activation': { ...own, refused: 409 },
    'POST /auth/reset_password': { json: { token: 'none', password }, refused: 400 },
    'POST /auth/signin': { form: { username: 'learner', password } },
    'POST /auth/signout': {},
    'POST /auth/signup': {
      json: { ...{ username: 'fresh', email: 'f@f.example', password }, full_name: 'F', accept_terms: true },
    },
    'GET /users/me': own,
    'POST /users/me': { ...own, json: { full_name: 'Learner Again' } },
    'POST /courses/purchase': { ...own, json: { slug: 'aws', quantity: 1 } },
    'POST /courses/purchase_bundle': { ...own, json: { slug: 'clouds', quantity: 1 } },
    'POST /courses/complete/{slug}/{section_slug}/{lesson_slug}': {
      ...own,
      at: { slug: 'red-team', section_slug: 'first', lesson_slug: 'the-lab' },
      refused: 409,
    },
    'GET /courses/get_video_url/{slug}/{section}/{lesson}': { ...own, at: place, refused: 404 },
    'GET /courses/{slug}': { at: { slug: 'aws' } },
    'GET /courses/{slug}/me': { ...own, at: { slug: 'red-team' } },
    'GET /courses/{slug}/details': { ...own, at: { slug: 'red-team' } },
    'GET /courses/': {},
    'GET /courses/me': own,
    'POST /courses/update_last_seen/{slug}': {
      ...own,
      at: { slug: 'red-team' },
      json: { section: 'first', lesson: 'the-lab', position_seconds: 0, intervals: [] },
    },
    'POST /exams/purchase': { ...own, json: { slug: 'on-sale', quantity: 1 } },
    'GET /exams/{exam}/can_schedule': { ...own, at: { exam: 'expert' } },
    'GET /exams/flags/check/{id}/me': { ...own, at: { id: examFlag!.id } },
    'POST /exams/flags/{id}/me': { ...own, at: { id: examFlag!.id }, json: { flag: 'wrong' }, refused: 409 },
    'POST /exams/{exam}/extra_points_pr': {
      ...own,
      at: { exam: 'taken' },
      json: { url: 'https://github.com/a/b/pull/1' },
    },
    'GET /exams/{slug}': { at: { slug: 'expert' } },
    'GET /exams/{exam}/me': { ...own, at: { exam: 'expert' } },
    'GET /exams/{exam}/flags/me': { ...own, at: { exam: 'taken' } },
    'GET /exams/': own,
    'GET /exams/me': own,
    'POST /exams/{exam}/schedule': { ...own, at: { exam: 'expert' }, json: soon(20) },
    'POST /exams/{exam}/reschedule': { ...own, at: { exam: 'expert' }, json: soon(21) },
    'POST /exams/reset/{slug}': { ...own, at: { slug: 'taken' }, refused: 409 },
    'GET /feedback/{course_slug}/form': { ...own, at: { course_slug: 'red-team' } },
    'POST /feedback/{course_slug}/submit': {
      ...own,
      at: { course_slug: 'red-team' },
      json: [{ question_id: asked.form.questions[0]!.id, rating: 4 }],
    },
    'GET /flags/check/{id}/me': { ...own, at: { id: bench.flags.STATIC } },
    'GET /flags/get_walkthrough_url/{id}': { ...own, at: { id: bench.flags.STATIC }, refused: 403 },
    'GET /flags/{lab}/me': { ...own, at: { lab: 'open-door' } },
    'GET /flags/me': own,
    'POST /labs/add_extra_data/{slug}': { ...own, at: { slug: 'open-door' }, json: { values: {} } },
    'POST /labs/purchase': { ...own, json: { slug: 'for-sale', quantity: 1 } },
    'POST /labs/deploy/{slug}/{section}/{lesson}': { ...own, at: place },
    'POST /flags/{id}/me': {
      ...own,
      at: { id: bench.flags.STATIC },
      json: { flag: 'wrong' },
      before: bench.queue.work,
    },
    'POST /labs/extend/{slug}/{section}/{lesson}': { ...own, at: place, refused: 409 },
    'POST /labs/reset/{slug}/{section}/{lesson}': { ...own, at: place },
    'POST /labs/reset/{slug}': { ...own, at: { slug: 'open-door' }, before: bench.queue.work },
    'POST /admin/labs/reset/{slug}/{id}': {
      ...admin,
      at: { slug: 'open-door', id: 'learner' },
      before: bench.queue.work,
    },
    'POST /labs/destroy/{slug}/{section}/{lesson}': { ...own, at: place, before: bench.queue.work },
    'GET /labs/{slug}': { at: { slug: 'for-sale' } },
    'GET /labs/{slug}/me': { ...own, at: { slug: 'open-door' } },
    'GET /labs/': {},
    'GET /labs/me': own,
    'POST /vouchers/activate_voucher': { ...own, json: { code: vouchers[0]!.code } },
    'GET /vouchers/me': own,
    'POST /vouchers/resend': { ...own, json: { voucher_id: vouchers[1]!.id }, refused: 404 },
    'POST /certificates/generate/{course_id}': {
      ...own,
      at: { course_id: 'red-team' },
      json: { name: 'Learner', type: 'required' },
      refused: 403,
    },
    'GET /certificates/{id}': { at: { id: 'c-1' } },
    'GET /certificates/me': own,
    'POST /certificates/resend/{id}': { ...own, at: { id: 'c-1' } },
    'POST /admin/user/{username}/exams/{exam_slug}/extra_points_pr': {
      ...admin,
      at: { ...learner, exam_slug: 'taken' },
      json: { points: 5, state: 'approved', reason: 'Merged' },
    },
    'POST /admin/courses/{slug}/beta': { ...admin, at: { slug: 'red-team' }, json: { add: ['beta'], remove: [] } },
    'POST /admin/course_voucher/': { ...admin, json: { target: 'aws', count: 1 } },
    'POST /admin/exam_voucher/': { ...admin, json: { target: 'expert', count: 1 } },
    'POST /admin/lab_voucher/': { ...admin, json: { target: 'for-sale', count: 1 } },
    'POST /admin/feedback_forms': { ...admin, json: { title: 'New' } },
    'POST /admin/courses/{slug}': { ...admin, at: { slug: 'new-course' }, json: { title: 'New', level: 'beginner' } },
    'POST /admin/exams/{slug}': {
      ...admin,
      at: { slug: 'new-exam' },
      json: { title: 'New', cloud: 'aws', price, duration_minutes: 60, passing_points: 1, ...module },
    },
    'POST /admin/labs/{slug}': {
      ...admin,
      at: { slug: 'new-lab' },
      json: { title: 'New', cloud: 'aws', difficulty: 'beginner', duration_minutes: 60, ...module },
    },
    'POST /admin/exams/{slug}/examflags': { ...admin, at: { slug: 'draft-exam' }, json: { flags } },
    'POST /admin/labs/{slug}/flags': { ...admin, at: { slug: 'draft-lab' }, json: { flags } },
    'POST /admin/courses/{slug}/sections': {
      ...admin,
      at: { slug: 'red-team' },
      json: {
        sections: redTeam.outline.sections.map(({ id, slug, title, lessons }) => ({
          ...{ id, slug, title },
          lessons: lessons.map((lesson) => ({
            ...{ id: lesson.id, slug: lesson.slug, title: lesson.title },
            ...{ kind: lesson.kind, required: lesson.required },
          })),
        })),
      },
    },
    'POST /admin/exam/{exam_id}/user/{user_id}/extend_active_until': {
      ...admin,
      at: { exam_id: 'taken', user_id: 'learner' },
      json: { minutes: 10, reason: 'Power cut' },
    },
    'POST /admin/user/{username}/exams/{exam_slug}/schedule': {
      ...admin,
      at: { ...learner, exam_slug: 'expert' },
      json: soon(22),
    },
    'POST /admin/user/forgot_password/{username}': { ...admin, at: learner },
    'POST /admin/user/resend_activate_email/{username}': { ...admin, at: { username: 'new' } },
    'POST /admin/user/{username}/labs/{lab_slug}/extend_access': {
      ...admin,
      at: { ...learner, lab_slug: 'open-door' },
      query: { days: '5' },
    },
    'POST /admin/user/{username}/labs/{lab_slug}/download_limit': {
      ...admin,
      at: { ...learner, lab_slug: 'open-door' },
      query: { download_limit: '3' },
    },
    'POST /admin/user/{username}/labs/{lab_slug}/reset_resets': {
      ...admin,
      at: { ...learner, lab_slug: 'open-door' },
    },
    'POST /admin/nuke_aws_accounts/{account_id}': { ...admin, at: { account_id: aws }, json: { confirm: aws } },
    'POST /admin/nuke_azure_subscriptions/{subscription_id}': {
      ...admin,
      at: { subscription_id: azure },
      json: { confirm: azure },
    },
    'POST /admin/nuke_gcp_projects/{project_id}': { ...admin, at: { project_id: gcp }, json: { confirm: gcp } },
    'DELETE /admin/aws_accounts/{account_id}': { ...admin, at: { account_id: spareAws } },
    'DELETE /admin/azure_subscriptions/{subscription_id}': { ...admin, at: { subscription_id: spareAzure } },
    'DELETE /admin/gcp_projects/{project_id}': { ...admin, at: { project_id: spareGcp } },
    'DELETE /admin/certificate/{id}': { ...admin, at: { id: 'c-2' } },
    'DELETE /admin/courses/{slug}': { ...admin, at: { slug: 'draft-course' } },
    'DELETE /admin/exams/{slug}': { ...admin, at: { slug: 'draft-exam' } },
    'DELETE /admin/feedback_forms/{form_id}': { ...admin, at: { form_id: spare.id } },
    'DELETE /admin/labs/{slug}': { ...admin, at: { slug: 'draft-lab' } },
    'DELETE /admin/user/{username}': { ...admin, at: { username: 'gone' } },
    'DELETE /admin/vouchers/{voucher_id}': { ...admin, at: { voucher_id: vouchers[1]!.id } },
    'DELETE /admin/courses/{slug}/users/{id}': { ...admin, at: { slug: 'red-team', id: 'beta' } },
    'PATCH /admin/aws_account/': { ...admin, json: { account_id: pool[2]!.account_id, version: 1, notes: 'Seen' } },
    'PATCH /admin/azure_subscription/': {
      ...admin,
      json: { subscription_id: randomUUID(), name: 'a', region: 'r', credentials: azureCredentials },
    },
    'PATCH /admin/gcp_project/': {
      ...admin,
      json: { project_id: 'project-three', name: 'g', region: 'r', credentials: gcpCredentials },
    },
    'PATCH /admin/certificate/': { ...admin, json: { id: 'c-1', version: 1, name: 'Corrected' } },
    'PATCH /admin/user/': { ...admin, json: { username: 'beta', version: 1, full_name: 'Beta Again' } },
    'PATCH /admin/feedback_forms/{form_id}': {
      ...admin,
      at: { form_id: form.id },
      json: { version: asked.form.version, intro: 'Hello' },
    },
    'PATCH /admin/feedback_forms/{form_id}/questions': {
      ...admin,
      at: { form_id: form.id },
      json: { questions: [{ kind: 'rating', label: 'How was it?', required: true }] },
    },
    'GET /admin/courses/{course_slug}/feedback_analytics': { ...admin, at: { course_slug: 'red-team' } },
    'GET /admin/courses-with-feedback': admin,
    'GET /admin/feedback_responses/{response_id}': { ...admin, at: { response_id: response!.id }, refused: 404 },
    'GET /admin/user/{username}': { ...admin, at: learner },
    'GET /admin/courses/{slug}': { ...admin, at: { slug: 'red-team' } },
    'GET /admin/courses/{slug}/users': { ...admin, at: { slug: 'red-team' } },
    'GET /admin/exams/{slug}': { ...admin, at: { slug: 'expert' } },
    'GET /admin/feedback_forms/{form_id}': { ...admin, at: { form_id: form.id } },
    'GET /admin/labs/{slug}': { ...admin, at: { slug: 'open-door' } },
    'GET /admin/user/{username}/certificates': { ...admin, at: learner },
    'GET /exams/{slug}/flags': { ...admin, at: { slug: 'taken' } },
    'GET /labs/{slug}/flags': { ...admin, at: { slug: 'open-door' } },
    // Lists, and options of select fields.
    ...Object.fromEntries(
      published
        .filter(([method, path, auth]) => method === 'GET' && auth === 'admin' && pathNames(path).length === 0)
        .map(([method, path]) => [`${method} ${path}`, admin]),
    ),
  }
})
afterAll(() => bench.close())

const azureCredentials = { ARM_TENANT_ID: 't', ARM_CLIENT_ID: 'c', ARM_CLIENT_SECRET: 's' }
const gcpCredentials = { GOOGLE_CREDENTIALS: '{"type":"service_account"}' }

test('each published call works with only its published path, query and payload', async () => {
  expect(Object.keys(calls).sort()).toEqual(published.map(([method, path]) => `${method} ${path}`).sort())
  const wrong: string[] = []
  for (const [name, sent] of Object.entries(calls)) {
    await sent.before?.()
    const { statusCode, body } = await send(name, sent)
    const isExpected = sent.refused === undefined ? statusCode < 300 : statusCode === sent.refused
    if (!isExpected) wrong.push(`${name}: ${statusCode} ${body.slice(0, 300)}`)
  }
  expect(wrong).toEqual([])
})

async function send(name: string, { as, at = {}, query = {}, json, form }: Sent) {
  const [method, path = ''] = name.split(' ')
  await bench.deps.db.delete(tables.rateLimits)
  return bench.app.inject({
    method: method as 'GET',
    url: `/api/v1${path.replace(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(at[part] ?? ''))}`,
    query,
    headers: {
      ...(as && { authorization: `Bearer ${await bench.tokenOf(as)}` }),
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(json !== undefined && { payload: json as object }),
    ...(form && { payload: new URLSearchParams(form).toString() }),
  })
}
