import type { Accepted } from '@flagyard/api-types/contract/operation'
import type { Db } from '../../../db/open.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../errors.ts'
import { NOT_ACTIVATED } from '../../../identity/require-access.ts'
import { ACCOUNT_DISABLED, type Account, DELETION_PENDING, findAccountByUsername } from '../../platform/auth/index.ts'
import { findVisible } from '../courses/index.ts'
import { findExamId } from './admin-queries.ts'
import { type Access, findAccess, findLabAccess, type Ledger, readLedger } from './service.ts'

type Answer = Accepted<'accessAnswer'>

/**
 * Explains to support whether and why a learner has access to content and its lessons, with the same functions and messages as for
 * the learner. Reasons that close the whole account come first.
 */
export async function explainAccess(
  { db, extensions }: Pick<Deps, 'db' | 'extensions'>,
  { username, kind, slug }: { username: string; kind: string; slug: string },
): Promise<Answer> {
  const account = await findAccountByUsername(db, username)
  if (!isExplained(kind))
    throw new ApiError('not_found', `Access can be explained for a course, a lab or an exam, not for “${kind}”.`)
  const answer = await explain({ db, extensions }, account, kind, slug)
  if (answer.granted) return answer
  const wanting = { user_id: account.id, email: account.email, kind, slug }
  for (const part of extensions.contentReferences) answer.pending.push(...((await part.pending?.(db, wanting)) ?? []))
  return answer
}

async function explain(
  { db, extensions }: Pick<Deps, 'db' | 'extensions'>,
  account: Account,
  kind: keyof typeof accessChecks,
  slug: string,
): Promise<Answer> {
  const found = await accessChecks[kind](db, account, slug).catch(toNotVisible)
  if (account.deletion_due_at) return refused('deletion_pending', DELETION_PENDING)
  if (account.disabled_at) return refused('account_disabled', ACCOUNT_DISABLED)
  if (!account.activated_at) return refused('inactive_account', NOT_ACTIVATED)
  if ('message' in found) return found
  const { access } = found
  const lessons = found.course ? await explainLessons({ db, extensions }, account.id, found.course) : []
  if (!access.granted) return { ...refused(access.refusal.code, access.refusal.message), lessons }
  const ends_at = access.ends_at?.toISOString() ?? null
  return { granted: true, rule: null, message: `Opens ${until(access)}.`, ends_at, pending: [], lessons }
}

/** Same decisions, in the same order, as when the learner opens a lesson (progress/service.ts). */
async function explainLessons(
  { db, extensions }: Pick<Deps, 'db' | 'extensions'>,
  userId: string,
  { id: course, ledger }: { id: string; ledger: Ledger },
): Promise<Answer['lessons']> {
  const parts = extensions.contentReferences.map(
    (part) => part.lessons?.(db, { user_id: userId, course_id: course }) ?? [],
  )
  return (await Promise.all(parts)).flat().map(({ lab_id, free, closed, ...lesson }) => {
    const access = ledger.accessTo({ course, lab: lab_id })
    const byLab = ledger.accessTo({ lab: lab_id })
    if (free) return { ...lesson, open: true, reason: 'Free for everyone' }
    if (!access.granted) return { ...lesson, open: false, reason: access.refusal.message }
    if (byLab.granted && closed) return { ...lesson, open: true, reason: `Through its lab, ${until(byLab)}` }
    if (closed) return { ...lesson, open: false, reason: closed }
    return {
      ...lesson,
      open: true,
      reason: `Through ${access.entitlement.kind === 'lab' ? 'its lab' : 'the course'}, ${until(access)}`,
    }
  })
}

const until = ({ ends_at }: { ends_at: Date | null }) =>
  ends_at ? `until ${ends_at.toISOString().slice(0, 10)}` : 'without an end'

/** Not `in`, which also finds inherited keys such as `constructor`. */
const isExplained = (kind: string): kind is keyof typeof accessChecks => Object.hasOwn(accessChecks, kind)

const refused = (rule: string, message: string): Answer => ({
  granted: false,
  rule,
  message,
  ends_at: null,
  pending: [],
  lessons: [],
})

/** Drafts are not found for a learner; the explanation says so. */
function toNotVisible(error: unknown): Answer {
  if (error instanceof ApiError && error.code === 'not_found') return refused('not_visible', error.message)
  throw error
}

interface Found {
  access: Access
  course?: { id: string; ledger: Ledger }
}

const accessChecks = {
  async course(db: Db, { id, roles }: Account, slug: string): Promise<Found> {
    const course = await findVisible(db, slug, { id, roles: roles as ('user' | 'admin')[] })
    const ledger = await readLedger(db, id)
    return { access: ledger.accessTo({ course: course.id }), course: { id: course.id, ledger } }
  },
  lab: async (db: Db, { id }: Account, slug: string): Promise<Found> => ({ access: await findLabAccess(db, id, slug) }),
  async exam(db: Db, { id }: Account, slug: string): Promise<Found> {
    const exam = await findExamId(db, slug)
    if (!exam) throw new ApiError('not_found', `There is no exam called ${slug}.`)
    return { access: await findAccess(db, id, { exam }) }
  },
}
