import { operations } from '@flagyard/api-types'
import type { AuditAction } from '@flagyard/api-types/audit/actions'
import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import { recordAudit } from '../../../audit-log/record.ts'
import { assertSeen, changeOrTry } from '../../../db/dry-run.ts'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError, invalidField } from '../../../errors.ts'
import type { AuditActor, CurrentUser } from '../../../identity/current-user.ts'
import { allowedAmong, assertNotYourself, mayCall, mayGive } from '../../../identity/require-access.ts'
import { prepareMail, queueMail } from '../../../mail/outbox.ts'
import { type Account, lockAccountsNoKey } from '../../platform/auth/index.ts'
import { type FoundEntitlement, findEntitlement, lockEntitlement } from './admin-queries.ts'
import { changeEntitlements, entitlementEnd } from './change-queries.ts'
import { accessMail } from './mails.ts'
import { type References, readReferences, toShown } from './preview.ts'
import type { EntitlementRow } from './queries.ts'
import type { EntitlementState } from './sql.ts'

export type ChangeDeps = Pick<Deps, 'db' | 'config' | 'queue' | 'extensions'>
export type Outcome = Accepted<'entitlementOutcome'>
type Action = Parameters<typeof isPossible>[1]

/** An entitlement being changed. Its account and its row are locked. */
export interface Changing {
  found: FoundEntitlement
  account: Account
  /** All locked accounts, including the learner's. */
  accounts: Account[]
  references: References
  reason: string
}

interface Written {
  before: Record<string, unknown>
  after: Record<string, unknown>
  mail: Parameters<typeof accessMail>[1]
  items?: Outcome['items']
}

interface How {
  action: Action
  /** Fingerprint of the preview that the caller has confirmed. */
  preview?: string | undefined
  needsPreview?: boolean
  /** Ids of further accounts to lock. */
  also?: string[]
  write(tx: Tx, changing: Changing): Promise<Written>
}

/** Adds days to the end, or to now if it has passed. */
export const extendEntitlement = (
  deps: ChangeDeps,
  by: AuditActor,
  id: string,
  { days, ...edit }: Output<'entitlementExtension'>,
): Promise<Outcome> =>
  change(deps, by, id, edit, {
    action: 'extend',
    async write(tx, { found }) {
      const ends_at = await entitlementEnd.extend(tx, found.row, days)
      return { before: { ends_at: found.ends_at }, after: { ends_at, days }, mail: 'extended' }
    },
  })

/** Suspends access until it is resumed. Running labs and exams continue to their end. */
export const suspendEntitlement = changeOf('suspend', 'suspended')

export const resumeEntitlement = changeOf('resume', 'resumed', 'open')

/** Undoes a revocation within RESTORE_MINUTES. */
export const restoreEntitlement = changeOf('restore', 'restored')

/** `done` is the learner's mail and, unless given, the state in the audit record. */
function changeOf(
  action: 'suspend' | 'resume' | 'restore',
  done: 'suspended' | 'resumed' | 'restored',
  state: string = done,
) {
  return (deps: ChangeDeps, by: AuditActor, id: string, { preview, ...edit }: Output<'entitlementChange'>) =>
    change(deps, by, id, edit, {
      action,
      preview,
      needsPreview: true,
      async write(tx, { found, references, reason }) {
        if (action === 'suspend') await changeEntitlements(tx, [found.id], action, reason)
        else await changeEntitlements(tx, [found.id], action)
        const items = toShown(references.items, action, false)
        return { before: { state: found.state }, after: { state }, mail: done, items }
      },
    })
}

/** Revokes access. Can be undone for RESTORE_MINUTES, but labs that were ended with it do not come back. */
export const revokeEntitlement = (
  deps: ChangeDeps,
  by: AuditActor,
  id: string,
  { preview, end_running: endsRunning = true, ...edit }: Output<'entitlementRevocation'>,
): Promise<Outcome> =>
  change(deps, by, id, edit, {
    action: 'revoke',
    preview,
    needsPreview: true,
    async write(tx, { found, account, references, reason }) {
      await changeEntitlements(tx, [found.id], 'revoke', reason)
      const items = toShown(references.items, 'revoke', endsRunning)
      if (endsRunning) await endRunning(tx, deps, references, account, reason)
      return { before: { state: found.state }, after: { state: 'revoked', ...ended(items) }, mail: 'revoked', items }
    },
  })

export async function endRunning(tx: Tx, deps: ChangeDeps, { content }: References, person: Account, reason: string) {
  for (const part of deps.extensions.contentReferences) await part.end?.(tx, deps, content, { person, reason })
}

export const ended = (items: Outcome['items']) => {
  const ends = items.filter(({ fate }) => fate === 'ends').map(({ what }) => what)
  return ends.length > 0 ? { ended: ends } : {}
}

/** Common steps of all changes: locks, checks of version and preview, audit record and mail, in one transaction. A dry run is rolled back. */
export async function change(
  deps: ChangeDeps,
  { actor, address }: AuditActor,
  id: string,
  { version, reason = '', dry_run: isDryRun = false }: Omit<Output<'entitlementChange'>, 'preview'>,
  how: How,
): Promise<Outcome> {
  if (!reason && !isDryRun) throw reasonMissing()
  const seen = await findEntitlement(deps.db, id)
  if (GIVING.has(how.action)) assertNotYourself(actor, seen.row.user_id)
  return changeOrTry(deps.db, isDryRun, async (tx) => {
    const accounts = await lockAccountsNoKey(tx, [seen.row.user_id, ...(how.also ?? [])])
    const found = await lockEntitlement(tx, id)
    const account = accounts.find((one) => one.id === found.row.user_id)
    if (!account || found.version !== version) throw changedMeanwhile()
    if (!isPossible(found, how.action)) throw notPossible(found, how.action)
    const references = await readReferences(tx, deps.extensions.contentReferences, found.row)
    if (how.needsPreview && !isDryRun) assertSeen(how.preview, references.print)
    const written = await how.write(tx, { found, account, accounts, references, reason })
    const after = await findEntitlement(tx, id)
    await recordAudit(tx, {
      actor,
      address,
      action: `entitlements.${how.action}` satisfies AuditAction,
      subject: { type: 'user', id: account.username },
      before: { [found.kind]: found.slug, ...written.before },
      after: { [found.kind]: found.slug, ...written.after },
      reason,
    })
    const facts = { title: found.title, until: after.ends_at, reason }
    // A dry run sends no mail, so rendering it would be wasted.
    if (!isDryRun)
      await queueMail(tx, await prepareMail(accessMail(account, written.mail, facts, deps.config.publicUrl)))
    return {
      state: after.state,
      ends_at: after.ends_at,
      items: written.items ?? [],
      preview: references.print,
      restore_until: after.restore_until,
    }
  })
}

/** Actions that give the learner more access. Administrators may not do this for themselves. */
const GIVING = new Set<Action>(['extend', 'resume', 'restore'])

export const reasonMissing = () => invalidField('reason', 'Enter a reason. The learner will see it')

const changedMeanwhile = () =>
  new ApiError('stale_version', 'Someone else changed this in the meantime. Reload and try again.')

function notPossible({ state, source, ends_at }: FoundEntitlement, action: Action) {
  if (action === 'restore')
    return new ApiError('conflict', 'A revocation can be undone for ten minutes. Grant it again instead.')
  if (action === 'extend' && ends_at === null && state !== 'revoked')
    return new ApiError('conflict', 'This access has no end date, so it cannot be extended.')
  if (action === 'move' && source === 'beta')
    return new ApiError('conflict', 'Beta access cannot be moved. Change the beta testers of the course instead.')
  return new ApiError('conflict', `This is not possible: the entitlement is ${state.replaceAll('_', ' ')}.`)
}

interface Row extends Pick<EntitlementRow, 'source' | 'ends_at'> {
  state: EntitlementState
  restore_until: Date | null
}

/** Actions that the row's state permits, for any caller. */
const possible = ({ state, source, ends_at, restore_until }: Row) => ({
  extend: state !== 'revoked' && ends_at !== null,
  suspend: state === 'open' || state === 'not_yet',
  resume: state === 'suspended',
  revoke: state !== 'revoked',
  restore: state === 'revoked' && restore_until !== null,
  // Beta access is personal: change the beta testers of the course instead.
  move: state !== 'revoked' && state !== 'suspended' && source !== 'beta',
})

const isPossible = (row: Row, action: keyof ReturnType<typeof possible>) => possible(row)[action]

/** Names of the actions that the caller may take on the entitlement now. */
export function allowedOnEntitlement(row: Row & { username: string }, caller: CurrentUser) {
  const can = possible(row)
  const mayGiveMore = mayGive(caller, row.username === caller.username)
  return allowedAmong({
    extend: can.extend && mayGiveMore && mayCall(operations.extendEntitlement, caller),
    suspend: can.suspend && mayCall(operations.suspendEntitlement, caller),
    resume: can.resume && mayGiveMore && mayCall(operations.resumeEntitlement, caller),
    revoke: can.revoke && mayCall(operations.revokeEntitlement, caller),
    restore: can.restore && mayGiveMore && mayCall(operations.restoreEntitlement, caller),
    move: can.move && mayCall(operations.moveEntitlement, caller),
  })
}
