import { randomInt } from 'node:crypto'
import type { Output } from '@flagyard/api-types/contract/operation'
import type { Db } from '../../../db/open.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError, invalidField } from '../../../errors.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { prepareMail, queueMail } from '../../../mail/outbox.ts'
import { findAccess } from '../../catalogue/entitlements/index.ts'
import { findBookedExam, findExam } from '../../catalogue/exams/index.ts'
import { completeCourses } from '../../catalogue/progress/index.ts'
import { queueWebhooks } from '../../platform/webhooks/index.ts'
import { setRenewableFrom } from '../../training/exam-attempts/index.ts'
import { certificateMail } from './mails.ts'
import * as queries from './queries.ts'
import { type Certificate, listFinishedCourses, listIssued } from './queries.ts'
import { toCertificate } from './service.ts'

type NeededDeps = Pick<Deps, 'db' | 'config'>
type Course = NonNullable<Awaited<ReturnType<typeof queries.findCourse>>>
type GenerateInput = Output<'generateCertificatePayload'>

interface EarnedFacts {
  title: string
  exam_id?: string | null
  attempt_id?: string
  company?: string | null
  points?: number | null
  months: number | null
  /** Id of the certificate that this one renews. */
  renews?: string
}

/** Issues an earned certificate as a snapshot of the course. Idempotent. If it is not earned yet, the error lists what is missing. */
export async function generateCertificate(
  { db, config }: NeededDeps,
  user: CurrentUser,
  ref: string,
  input: GenerateInput,
) {
  const course = await queries.findCourse(db, ref)
  if (!course) throw new ApiError('not_found', 'There is no such course.')
  const issued = await queries.findIssued(db, user.id, course.id, input.type)
  const later = issued && (await findSuccessor(db, user, course, issued))
  if (issued && !later) return toCertificate(issued, config.publicUrl)

  const insert = await prepareCertificate(
    { config },
    user,
    course,
    input,
    later ?? (await rules[input.type](db, user, course, input)),
  )
  await db.transaction(async (tx) => {
    if (input.type !== 'arte') await completeCourses(tx, [course.id], user.id)
    await insert(tx)
  })
  const stored = await queries.findIssued(db, user.id, course.id, input.type)
  if (!stored) throw new ApiError('conflict', 'This certificate was just withdrawn.')
  return toCertificate(stored, config.publicUrl)
}

/** Renders the mail of a certificate and returns a function that inserts both. The function returns whether it was the first to do so. */
export async function prepareCertificate(
  { config }: Pick<Deps, 'config'>,
  owner: Pick<CurrentUser, 'id' | 'email'>,
  course: Course,
  { type, name }: Pick<GenerateInput, 'type' | 'name'>,
  { months, renews, ...earned }: EarnedFacts,
) {
  const row: queries.NewCertificate = {
    id: newCertificateId(),
    user_id: owner.id,
    course_id: course.id,
    type,
    name,
    hours: course.estimated_hours || null,
    outcomes: course.outcomes,
    ...earned,
  }
  const mail = await prepareMail({ ...certificateMail(row, owner.email, config.publicUrl), userId: owner.id })
  return async (tx: Db): Promise<boolean> => {
    if (renews && !(await queries.markRenewed(tx, renews))) return false
    const inserted = await queries.insertCertificate(tx, row, months)
    if (!inserted) return false
    await queries.saveVersion(tx, inserted, null, null)
    await openRenewal(tx, inserted)
    await queueIssuedWebhook(tx, inserted)
    await queueMail(tx, mail)
    return true
  }
}

/** The exam can be taken again as soon as its certificate can be renewed. */
async function openRenewal(tx: Db, { user_id, exam_id, valid_until }: Certificate) {
  if (!user_id || !exam_id) return
  const from = valid_until && new Date(valid_until.getTime() - queries.RENEWAL_DAYS * 86_400_000)
  await setRenewableFrom(tx, { user_id, exam_id }, from)
}

/** Contents of a certificate of this type; undefined if it is not earned. */
export async function findEarnedFacts(
  db: Db,
  user: Pick<CurrentUser, 'id' | 'full_name'>,
  course: Course,
  type: GenerateInput['type'],
  exam?: string,
): Promise<EarnedFacts | undefined> {
  try {
    return await rules[type](db, user, course, { name: user.full_name, type, ...(exam && { exam }) })
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}

/**
 * Contents of the certificate that follows an issued one; undefined if none does. A revoked certificate stays revoked: only a later passed attempt
 * earns a new one. An expiring one is renewed by a later passed attempt, or by a refresher course.
 */
export async function findSuccessor(
  db: Db,
  user: Pick<CurrentUser, 'id' | 'full_name'>,
  course: Course,
  { certificate, state, is_renewable }: queries.IssuedCertificate,
): Promise<EarnedFacts | undefined> {
  if (is_renewable) return findRenewal(db, course, certificate)
  if (state !== 'revoked' || certificate.attempt_id === null) return undefined
  const facts = await findEarnedFacts(db, user, course, certificate.type)
  return facts?.attempt_id === certificate.attempt_id ? undefined : facts
}

async function findRenewal(db: Db, course: Course, certificate: Certificate): Promise<EarnedFacts | undefined> {
  const { id: renews, user_id, exam_id, issued_at, title, company, points } = certificate
  const attempt = user_id && exam_id && (await queries.findPassedAttempt(db, user_id, exam_id, issued_at))
  if (attempt) return attempt.under_review ? undefined : { ...(await factsOfAttempt(db, attempt)), renews }
  if (!(await queries.hasRefreshed(db, certificate, course.slug))) return undefined
  const { certificate_months: months } = exam_id ? await findExam(db, { id: exam_id }) : course
  return { title, company, points, exam_id, months, renews }
}

/** The contents promised when the exam was booked. */
async function factsOfAttempt(
  db: Db,
  attempt: NonNullable<Awaited<ReturnType<typeof queries.findPassedAttempt>>>,
): Promise<EarnedFacts> {
  const { title, certificate_title, certificate_months: months } = await findBookedExam(db, attempt)
  const { id: attempt_id, exam_id, points, extra_points } = attempt
  return { title: certificate_title ?? title, exam_id, attempt_id, points: points + extra_points, months }
}

type Rule = (db: Db, user: Pick<CurrentUser, 'id'>, course: Course, input: GenerateInput) => Promise<EarnedFacts>

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
    throw notEarned('This certificate prints the company that paid for the course, but no company paid for it.', [
      { kind: 'company', title: 'A company that bought the course or gave you the voucher' },
    ])
  },
  async arte(db, user, course, { exam: slug }) {
    const exam = await queries.findExamOf(db, user.id, course.id, slug)
    if (!exam && slug) throw invalidField('exam', `${course.title} has no exam called ${slug}`)
    if (!exam) throw new ApiError('conflict', `${course.title} has no exam, so there is no expert certificate for it.`)
    const attempt = await queries.findPassedAttempt(db, user.id, exam.id)
    if (attempt?.under_review)
      throw new ApiError('conflict', 'A conduct case about your exam is open. Your certificate waits for its decision.')
    if (!attempt)
      throw notEarned(`To get the expert certificate, pass ${exam.title}.`, [
        { kind: 'exam', exam: exam.slug, title: exam.title },
      ])
    return factsOfAttempt(db, attempt)
  },
}

/** Access that has ended is sufficient, because the work was done. Revoked or suspended access is not. */
async function assertHadAccess(db: Db, user: Pick<CurrentUser, 'id'>, course: Course) {
  if (await queries.hadAccess(db, user.id, course.id)) return
  const access = await findAccess(db, user.id, { course: course.id })
  const message = access.granted ? 'You have no access to this course.' : access.refusal.message
  throw new ApiError('no_access', message, access.granted ? {} : { extra: { rule: access.refusal.code } })
}

async function assertLessonsCompleted(db: Db, user: Pick<CurrentUser, 'id'>, course: Course) {
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

/** Crockford's base 32 in lower case: no letters that are easily confused when read aloud or written down. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** 130 random bits, so that certificate ids cannot be guessed. */
const newCertificateId = (): string =>
  Array.from({ length: 26 }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')

const types = ['required', 'commercial', 'arte'] as const

/** Certificates that the learner may generate now, by the same rules as generating one. */
export async function listEarnedCertificates(
  { db }: Pick<Deps, 'db'>,
  user: CurrentUser,
): Promise<Output<'earnedCertificate[]'>> {
  const courses = await listFinishedCourses(db, user.id)
  const issued = await listIssued(db, user.id)
  const earned: Output<'earnedCertificate[]'> = []
  for (const course of courses)
    for (const type of types) {
      const mine = issued.find(({ certificate }) => certificate.course_id === course.id && certificate.type === type)
      const facts = mine ? await findSuccessor(db, user, course, mine) : await findEarnedFacts(db, user, course, type)
      if (facts) earned.push({ type, course: course.slug, title: facts.title })
    }
  return earned
}

async function queueIssuedWebhook(tx: Db, { id, title, type, user_id }: Certificate) {
  if (user_id === null) return
  await queueWebhooks(tx, [{ type: 'certificate.issued', data: { certificate_id: id, title, type, user_id } }])
}

export const queueRevokedWebhooks = (tx: Db, rows: Certificate[], state: 'revoked' | 'withdrawn') =>
  queueWebhooks(
    tx,
    rows.map(({ id, title }) => ({ type: 'certificate.revoked', data: { certificate_id: id, title, state } })),
  )
