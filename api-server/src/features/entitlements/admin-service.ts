import type { Accepted } from '@flagyard/api-types/contract/operation'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { ApiError } from '../../errors.ts'
import { NOT_ACTIVATED } from '../../identity/require-access.ts'
import { type Account, findAccountByUsername } from '../auth/service.ts'
import { DELETION_PENDING } from '../auth/sign-in/pending-deletion.ts'
import { ACCOUNT_DISABLED } from '../auth/sign-in/sign-in.ts'
import { findVisible } from '../courses/service.ts'
import { findExamId } from './admin-queries.ts'
import { findLabAccess } from './lab-access.ts'
import { type Access, findAccess } from './service.ts'

type Answer = Accepted<'accessAnswer'>

/**
 * Explains to support why something opens to a learner or not, using the same functions and words as for the learner.
 * Reasons that close the whole account come first.
 */
export async function explainAccess(
  { db, extensions }: Pick<Deps, 'db' | 'extensions'>,
  { username, kind, slug }: { username: string; kind: string; slug: string },
): Promise<Answer> {
  const account = await findAccountByUsername(db, username)
  if (!isExplained(kind))
    throw new ApiError('not_found', `Access can be explained for a course, a lab or an exam, not for “${kind}”.`)
  const answer = await explain(db, account, kind, slug)
  if (answer.granted) return answer
  const wanting = { user_id: account.id, email: account.email, kind, slug }
  for (const part of extensions.heldContent) answer.pending.push(...((await part.pending?.(db, wanting)) ?? []))
  return answer
}

async function explain(db: Db, account: Account, kind: keyof typeof accessChecks, slug: string): Promise<Answer> {
  const access = await accessChecks[kind](db, account, slug).catch(toNotVisible)
  if (account.deletion_due_at) return refused('deletion_pending', DELETION_PENDING)
  if (account.disabled_at) return refused('account_disabled', ACCOUNT_DISABLED)
  if (!account.activated_at) return refused('inactive_account', NOT_ACTIVATED)
  if ('message' in access) return access
  if (!access.granted) return refused(access.refusal.code, access.refusal.message)
  const until = access.ends_at ? `until ${access.ends_at.toISOString().slice(0, 10)}` : 'without an end'
  return {
    granted: true,
    rule: null,
    message: `Opens ${until}.`,
    ends_at: access.ends_at?.toISOString() ?? null,
    pending: [],
  }
}

/** Not `in`: `constructor` is in every object. */
const isExplained = (kind: string): kind is keyof typeof accessChecks => Object.hasOwn(accessChecks, kind)

const refused = (rule: string, message: string): Answer => ({
  ...{ granted: false, rule, message, ends_at: null },
  pending: [],
})

/** Drafts do not exist for a learner; the explanation says so. */
function toNotVisible(error: unknown): Answer {
  if (error instanceof ApiError && error.code === 'not_found') return refused('not_visible', error.message)
  throw error
}

const accessChecks = {
  async course(db: Db, { id, roles }: Account, slug: string): Promise<Access> {
    const course = await findVisible(db, slug, { id, roles: roles as ('user' | 'admin')[] })
    return findAccess(db, id, { course: course.id })
  },
  lab: (db: Db, { id }: Account, slug: string): Promise<Access> => findLabAccess(db, id, slug),
  async exam(db: Db, { id }: Account, slug: string): Promise<Access> {
    const exam = await findExamId(db, slug)
    if (!exam) throw new ApiError('not_found', `There is no exam called ${slug}.`)
    return findAccess(db, id, { exam })
  },
}
