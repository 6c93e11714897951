import type { Output } from '@flagyard/api-types/contract/operation'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { ApiError, invalidField } from '../../errors.ts'
import type { CurrentUser } from '../../identity/current-user.ts'
import { prepareMail, queueMail } from '../../mail/outbox.ts'
import { findAccess } from '../entitlements/service.ts'
import { newCertificateId } from './certificate-id.ts'
import { certificateMail } from './mails.ts'
import * as queries from './queries.ts'
import { toCertificate } from './service.ts'

type NeededDeps = Pick<Deps, 'db' | 'config'>
type Course = NonNullable<Awaited<ReturnType<typeof queries.findCourse>>>
type GenerateInput = Output<'generateCertificatePayload'>

/** What a certificate prints besides the name, once it is earned. */
interface Earned {
  title: string
  exam_id?: string
  company?: string
  points?: number
  months: number | null
}

/**
 * Issues what was earned, as a snapshot that nothing later changes. Asked again, by one click or by many at once, it gives the
 * certificate that there is; not earned yet, it says what is missing.
 */
export async function generateCertificate(
  { db, config }: NeededDeps,
  user: CurrentUser,
  ref: string,
  asked: GenerateInput,
) {
  const course = await queries.findCourse(db, ref)
  if (!course) throw new ApiError('not_found', 'There is no such course.')
  const issued = await queries.findIssued(db, user.id, course.id, asked.type)
  if (issued) return toCertificate(issued, config.publicUrl)

  const { months, ...earned } = await rules[asked.type](db, user, course, asked)
  const row: queries.NewCertificate = {
    id: newCertificateId(),
    user_id: user.id,
    course_id: course.id,
    type: asked.type,
    name: asked.name,
    hours: course.estimated_hours || null,
    outcomes: course.outcomes,
    ...earned,
  }
  const mail = await prepareMail({ ...certificateMail(row, user.email, config.publicUrl), userId: user.id })
  await db.transaction(async (tx) => {
    const inserted = await queries.insertCertificate(tx, row, months)
    if (!inserted) return
    await queries.saveVersion(tx, inserted, null, null)
    await queueMail(tx, mail)
  })
  const now = await queries.findIssued(db, user.id, course.id, asked.type)
  if (!now) throw new ApiError('conflict', 'This certificate was withdrawn just now.')
  return toCertificate(now, config.publicUrl)
}

type Rule = (db: Db, user: CurrentUser, course: Course, asked: GenerateInput) => Promise<Earned>

/** How each type is earned. */
const rules: Record<GenerateInput['type'], Rule> = {
  async required(db, user, course) {
    if (course.certificate_type === null) throw new ApiError('conflict', `${course.title} gives no certificate.`)
    await assertStudied(db, user, course)
    await assertLessonsCompleted(db, user, course)
    return { title: course.title, months: course.certificate_months }
  },
  async commercial(db, user, course, asked) {
    const earned = await rules.required(db, user, course, asked)
    const company = await queries.findCompany(db, user.id, course.id)
    if (company) return { ...earned, company }
    throw notEarned('This certificate names the company that paid for the course, and none did.', [
      { kind: 'company', title: 'A company that bought the course, or gave the voucher' },
    ])
  },
  async arte(db, user, course, { exam: slug }) {
    const exam = await queries.findExamOf(db, course.id, slug)
    if (!exam && slug) throw invalidField('exam', `${course.title} has no exam called ${slug}`)
    if (!exam) throw new ApiError('conflict', `${course.title} has no exam, so there is no expert certificate for it.`)
    const attempt = await queries.findPassedAttempt(db, user.id, exam.id)
    const points = attempt && attempt.points + attempt.extra_points
    if (points === undefined)
      throw notEarned(`The expert certificate comes with passing ${exam.title}.`, [
        { kind: 'exam', exam: exam.slug, title: exam.title },
      ])
    const title = exam.certificate_title ?? exam.title
    return { title, exam_id: exam.id, points, months: exam.certificate_months }
  },
}

/** Access that ended is enough: what was learnt stays earned. Access taken back or paused is not. */
async function assertStudied(db: Db, user: CurrentUser, course: Course) {
  if (await queries.hasStudied(db, user.id, course.id)) return
  const access = await findAccess(db, user.id, { course: course.id })
  const sentence = access.granted ? 'You have no access to this course.' : access.refusal.message
  throw new ApiError('no_access', sentence, access.granted ? {} : { extra: { rule: access.refusal.code } })
}

async function assertLessonsCompleted(db: Db, user: CurrentUser, course: Course) {
  if (await queries.isCourseCompleted(db, user.id, course.id)) return
  const required = await queries.listRequiredLessons(db, user.id, course.id)
  const missing = required.filter(({ completed }) => !completed)
  if (required.length > 0 && missing.length === 0) return
  const what = missing.length === 1 ? 'one required lesson is' : `${missing.length} required lessons are`
  throw notEarned(
    required.length === 0 ? 'This course has no required lessons yet.' : `Not yet: ${what} still open.`,
    missing.map(({ section, lesson, title }) => ({ kind: 'lesson', section, lesson, title })),
  )
}

type Missing = { kind: string; title: string; section?: string; lesson?: string; exam?: string }

const notEarned = (sentence: string, missing: Missing[]) => new ApiError('not_earned', sentence, { extra: { missing } })
