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
export type Course = NonNullable<Awaited<ReturnType<typeof queries.findCourse>>>
type GenerateInput = Output<'generateCertificatePayload'>

/** Facts of an earned certificate besides the name. */
interface EarnedFacts {
  title: string
  exam_id?: string
  company?: string
  points?: number
  months: number | null
}

/**
 * Issues an earned certificate as a snapshot that later changes of the course do not affect. Repeated or concurrent calls
 * return the same certificate. When it is not earned yet, the error says what is missing.
 */
export async function generateCertificate(
  { db, config }: NeededDeps,
  user: CurrentUser,
  ref: string,
  input: GenerateInput,
) {
  const course = await queries.findCourse(db, ref)
  if (!course) throw new ApiError('not_found', 'There is no such course.')
  const issued = await queries.findIssued(db, user.id, course.id, input.type)
  if (issued) return toCertificate(issued, config.publicUrl)

  const { months, ...earned } = await rules[input.type](db, user, course, input)
  const row: queries.NewCertificate = {
    id: newCertificateId(),
    user_id: user.id,
    course_id: course.id,
    type: input.type,
    name: input.name,
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
  const stored = await queries.findIssued(db, user.id, course.id, input.type)
  if (!stored) throw new ApiError('conflict', 'This certificate was just withdrawn.')
  return toCertificate(stored, config.publicUrl)
}

/** What would be printed on a certificate of this type; undefined when it is not earned. */
export async function findEarnedFacts(
  db: Db,
  user: CurrentUser,
  course: Course,
  type: GenerateInput['type'],
): Promise<EarnedFacts | undefined> {
  try {
    return await rules[type](db, user, course, { name: user.full_name, type })
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}

type Rule = (db: Db, user: CurrentUser, course: Course, input: GenerateInput) => Promise<EarnedFacts>

/** Requirements by certificate type. */
const rules: Record<GenerateInput['type'], Rule> = {
  async required(db, user, course) {
    if (course.certificate_type === null) throw new ApiError('conflict', `${course.title} has no certificate.`)
    await assertHadAccess(db, user, course)
    await assertLessonsCompleted(db, user, course)
    return { title: course.title, months: course.certificate_months }
  },
  async commercial(db, user, course, input) {
    const earned = await rules.required(db, user, course, input)
    const company = await queries.findCompany(db, user.id, course.id)
    if (company) return { ...earned, company }
    throw notEarned('This certificate names the company that paid for the course, but no company paid for it.', [
      { kind: 'company', title: 'A company that bought the course or gave you the voucher' },
    ])
  },
  async arte(db, user, course, { exam: slug }) {
    const exam = await queries.findExamOf(db, course.id, slug)
    if (!exam && slug) throw invalidField('exam', `${course.title} has no exam called ${slug}`)
    if (!exam) throw new ApiError('conflict', `${course.title} has no exam, so there is no expert certificate for it.`)
    const attempt = await queries.findPassedAttempt(db, user.id, exam.id)
    const points = attempt && attempt.points + attempt.extra_points
    if (points === undefined)
      throw notEarned(`To get the expert certificate, pass ${exam.title}.`, [
        { kind: 'exam', exam: exam.slug, title: exam.title },
      ])
    const title = exam.certificate_title ?? exam.title
    return { title, exam_id: exam.id, points, months: exam.certificate_months }
  },
}

/** Access that ended is enough, because the work was done. Access that was revoked or suspended is not. */
async function assertHadAccess(db: Db, user: CurrentUser, course: Course) {
  if (await queries.hadAccess(db, user.id, course.id)) return
  const access = await findAccess(db, user.id, { course: course.id })
  const message = access.granted ? 'You have no access to this course.' : access.refusal.message
  throw new ApiError('no_access', message, access.granted ? {} : { extra: { rule: access.refusal.code } })
}

async function assertLessonsCompleted(db: Db, user: CurrentUser, course: Course) {
  if (await queries.isCourseCompleted(db, user.id, course.id)) return
  const required = await queries.listRequiredLessons(db, user.id, course.id)
  const missing = required.filter(({ completed }) => !completed)
  if (required.length > 0 && missing.length === 0) return
  const openLessons = missing.length === 1 ? 'one required lesson is' : `${missing.length} required lessons are`
  throw notEarned(
    required.length === 0 ? 'This course has no required lessons yet.' : `Not yet: ${openLessons} still open.`,
    missing.map(({ section, lesson, title }) => ({ kind: 'lesson', section, lesson, title })),
  )
}

type Requirement = { kind: string; title: string; section?: string; lesson?: string; exam?: string }

const notEarned = (message: string, missing: Requirement[]) =>
  new ApiError('not_earned', message, { extra: { missing } })
