import type { Output } from '@flagyard/api-types/contract/operation'
import { recordAudit } from '../../../audit-log/record.ts'
import type { Tx } from '../../../db/open.ts'
import { ApiError, invalidField } from '../../../errors.ts'
import type { AuditActor } from '../../../identity/current-user.ts'
import { assertNotYourself } from '../../../identity/require-access.ts'
import { prepareMail, queueMail } from '../../../mail/outbox.ts'
import { type Account, findAccountByUsername } from '../../platform/auth/index.ts'
import { findOther, writeMoved } from './change-queries.ts'
import { type ChangeDeps, type Changing, change, ended, endRunning, type Outcome } from './changes.ts'
import { accessMail } from './mails.ts'
import { listItems, toShown } from './preview.ts'

/**
 * Moves an entitlement with all its progress to another account, for a learner who bought with the wrong one. If both accounts have
 * progress, the furthest state of each lesson, flag and lab is kept. Throws a conflict if something cannot be merged, such as a
 * second certificate.
 */
export async function moveEntitlement(
  deps: ChangeDeps,
  by: AuditActor,
  id: string,
  { to, preview, end_running: endsRunning = true, ...edit }: Output<'entitlementMove'>,
): Promise<Outcome> {
  const receiver = await findAccountByUsername(deps.db, to).catch((error: unknown) => {
    throw error instanceof ApiError && error.code === 'not_found'
      ? invalidField('to', `There is no account ${to}`)
      : error
  })
  assertNotYourself(by.actor, receiver.id)
  return change(deps, by, id, edit, {
    action: 'move',
    preview,
    needsPreview: true,
    also: [receiver.id],
    async write(tx, changing) {
      const { found, account, accounts, references, reason } = changing
      const other = accounts.find((one) => one.id === receiver.id)
      if (!other) throw invalidField('to', `There is no account ${to}`)
      const theirs = await assertMovable(tx, deps, changing, other)
      const merged = theirs.map(({ what }) => `Merged with the progress of ${other.username}: ${what}`)
      const items = [
        ...toShown(references.items, 'move', endsRunning),
        ...merged.map((what) => ({ what, fate: 'stays' as const })),
      ]
      if (endsRunning) await endRunning(tx, deps, references, account, reason)
      else if (references.items.some(({ is }) => is === 'running'))
        throw new ApiError(
          'conflict',
          'A lab is running or an exam is booked. End it with the move, or wait until it is over.',
        )
      for (const part of deps.extensions.contentReferences) await part.move?.(tx, references.content, other.id)
      await writeMoved(tx, id, other.id)
      const mail = { title: found.title, until: found.ends_at, reason }
      // A dry run sends no mail, so rendering it would be wasted.
      if (!edit.dry_run)
        await queueMail(tx, await prepareMail(accessMail(other, 'received', mail, deps.config.publicUrl)))
      await recordAudit(tx, {
        ...by,
        action: 'entitlements.move',
        subject: { type: 'user', id: other.username },
        before: { [found.kind]: found.slug, account: account.username },
        after: { [found.kind]: found.slug, account: other.username, ...(merged.length > 0 && { merged }) },
        reason,
      })
      const after = { account: other.username, ...ended(items) }
      return { before: { account: account.username }, after, mail: 'moved_away', items }
    },
  })
}

/** Throws the first reason against the move, worded for support. Returns the receiver's own items that will be merged. */
async function assertMovable(tx: Tx, deps: ChangeDeps, { found, account, references }: Changing, to: Account) {
  const { username } = to
  if (to.id === account.id) throw invalidField('to', `${username} already has it`)
  if (to.disabled_at || to.deletion_due_at || !to.activated_at || to.erased_at)
    throw invalidField('to', `${username} is not active`)
  if (await findOther(tx, found.row, account.id))
    throw new ApiError(
      'conflict',
      `${account.username} has another entitlement to this, and both share the progress. Revoke one of them first.`,
    )
  if (await findOther(tx, found.row, to.id))
    throw new ApiError('conflict', `${username} already has “${found.title}”. Nothing was moved.`)
  const parts = deps.extensions.contentReferences
  for (const part of parts) {
    const refusal = await part.refusal?.(tx, references.content)
    if (refusal) throw new ApiError('conflict', refusal)
  }
  const theirs = await listItems(tx, parts, { ...references.content, user_id: to.id, order_id: null, voucher_id: null })
  const blocking = theirs.filter(({ merges }) => !merges)
  if (blocking.length > 0)
    throw new ApiError(
      'conflict',
      `${username} already has data in “${found.title}” that cannot be merged: ${blocking.map(({ what }) => what).join('; ')}. Nothing was moved.`,
    )
  return theirs
}
