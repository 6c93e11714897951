import type { Output } from '@flagyard/api-types/contract/operation'
import { recordAudit } from '../../../audit-log/record.ts'
import { assertSeen, changeOrTry, printOf } from '../../../db/dry-run.ts'
import type { Db, Tx } from '../../../db/open.ts'
import { ApiError, invalidField } from '../../../errors.ts'
import type { AuditActor } from '../../../identity/current-user.ts'
import { assertNotYourself } from '../../../identity/require-access.ts'
import { prepareMail, queueMail } from '../../../mail/outbox.ts'
import { type Account, findAccountByUsername, lockAccountsNoKey } from '../../platform/auth/index.ts'
import { findCourseFacts } from '../courses/index.ts'
import { findExam } from '../exams/index.ts'
import { findLab } from '../labs/index.ts'
import { findEntitlement } from './admin-queries.ts'
import { writeFirstEnd } from './change-queries.ts'
import { type ChangeDeps, type Outcome, reasonMissing } from './changes.ts'
import { accessMail } from './mails.ts'
import { readReferences, toShown } from './preview.ts'
import { findAccess, grant } from './service.ts'

type Wanted = Pick<Output<'entitlementGrant'>, 'kind' | 'slug' | 'days' | 'until'>

/**
 * Grants access for the period that is normally sold, unless days or an end are given. A dry run returns the end and the learner's
 * earlier progress. The actual grant must confirm that preview.
 */
export async function grantEntitlement(
  deps: ChangeDeps,
  by: AuditActor,
  username: string,
  { reason = '', dry_run: isDryRun = false, preview, ...wanted }: Output<'entitlementGrant'>,
): Promise<Outcome> {
  if (!reason && !isDryRun) throw reasonMissing()
  const seen = await findAccountByUsername(deps.db, username)
  assertNotYourself(by.actor, seen.id)
  const content = await findContent(deps, wanted)
  return changeOrTry(deps.db, isDryRun, async (tx) => {
    const [account] = await lockAccountsNoKey(tx, [seen.id])
    if (!account) throw new ApiError('not_found', 'This account no longer exists.')
    const refusal = await grantRefusal(tx, deps, account, content)
    if (refusal) throw new ApiError(refusal.code, refusal.message)
    const outcome = await grantTo(tx, deps, { ...by, reason, isDryRun }, account, content)
    if (!isDryRun) assertSeen(preview, outcome.preview)
    return outcome
  })
}

interface Content {
  kind: Wanted['kind']
  id: string
  slug: string
  title: string
  days: number | undefined
  until: string | undefined
}

/**
 * Grant of content by an administrator: `find` returns the content and duration, `refusal` the reason why a locked account cannot get it, and `write`
 * saves the ledger row with its audit record and mail.
 */
export const adminGrant = { find: findContent, refusal: grantRefusal, write: grantTo }

/** Content and duration of a grant. Throws if the content is unknown or archived, or if the end is invalid. */
async function findContent({ db }: { db: Db }, wanted: Wanted): Promise<Content> {
  const { kind, slug, days, until } = wanted
  if (days !== undefined && until !== undefined) throw invalidField('until', 'Give either days or an end')
  if (until !== undefined && until < new Date().toISOString().slice(0, 10))
    throw invalidField('until', 'This date is in the past')
  const find = {
    course: () => findCourseFacts(db, slug),
    lab: () => findLab(db, { slug }),
    exam: () => findExam(db, { slug }),
  }
  const { id, title, status } = await find[kind]()
  if (status === 'archived') throw invalidField('slug', `“${title}” is archived`)
  return { kind, id, slug, title, days, until }
}

async function grantRefusal(
  tx: Tx,
  { extensions }: Pick<GrantDeps, 'extensions'>,
  account: Account,
  { kind, id, title }: Content,
): Promise<{ code: 'conflict' | 'already_owned'; message: string } | null> {
  if (account.disabled_at || account.deletion_due_at || !account.activated_at || account.erased_at)
    return { code: 'conflict', message: 'This account is not active, so it cannot get access.' }
  const access = await findAccess(tx, account.id, { [kind]: id })
  if (!access.granted) {
    const { code } = access.refusal
    if (code !== 'suspended') return null
    return { code: 'conflict', message: `${account.username} has “${title}”, and it is suspended. Resume it instead.` }
  }
  const owned = {
    user_id: account.id,
    course_id: null,
    exam_id: access.entitlement.exam_id,
    lab_ids: [],
    order_id: null,
    voucher_id: null,
  }
  for (const part of extensions.contentReferences) if (await part.isUsedUp?.(tx, owned)) return null
  return { code: 'already_owned', message: `${account.username} already has “${title}”. Extend it instead.` }
}

async function grantTo(
  tx: Tx,
  deps: GrantDeps,
  { reason, jobId, isDryRun = false, ...by }: GrantedBy,
  account: Account,
  { kind, id, slug, title, days, until }: Content,
): Promise<Outcome & { id: string }> {
  const row = await grant(tx, { userId: account.id, [kind]: id, source: 'administrator', reason })
  if (!row) throw new Error('The grant already exists')
  if (days !== undefined || until !== undefined) await writeFirstEnd(tx, row.id, { days, until })
  const { state, ends_at, row: granted } = await findEntitlement(tx, row.id)
  const { content: learnerContent, items } = await readReferences(tx, deps.extensions.contentReferences, granted)
  for (const part of deps.extensions.contentReferences) await part.open?.(tx, learnerContent)
  await recordAudit(tx, {
    ...by,
    action: 'entitlements.grant',
    subject: { type: 'user', id: account.username },
    after: { [kind]: slug, ends_at },
    reason,
    ...(jobId && { jobId }),
  })
  const mail = accessMail(account, 'granted', { title, until: ends_at, reason }, deps.config.publicUrl)
  // A dry run sends no mail, so rendering it would be wasted.
  if (!isDryRun) await queueMail(tx, await prepareMail(mail))
  return {
    id: row.id,
    state,
    ends_at,
    restore_until: null,
    items: toShown(items, 'grant', false),
    preview: printOf([account.id, kind, id, days, until, ...items.map(({ key }) => key)]),
  }
}

interface GrantDeps {
  config: ChangeDeps['config']
  extensions: Pick<ChangeDeps['extensions'], 'contentReferences'>
}
interface GrantedBy {
  actor: Pick<AuditActor['actor'], 'id' | 'username'>
  address: string | null
  reason: string
  jobId?: string
  isDryRun?: boolean
}
