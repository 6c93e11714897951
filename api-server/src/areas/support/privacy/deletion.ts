import type { DeletionPreview } from '@flagyard/api-types'
import { recordAudit } from '../../../audit-log/record.ts'
import type { Db } from '../../../db/open.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError, invalidField } from '../../../errors.ts'
import type { AuditActor, CurrentUser } from '../../../identity/current-user.ts'
import { prepareMail, queueMail } from '../../../mail/outbox.ts'
import { hashToken, randomToken } from '../../../secrets.ts'
import { endLabs } from '../../clouds/deployments/index.ts'
import {
  type Account,
  canManageAccount,
  consumeMailToken,
  endSessions,
  findAccountByUsername,
  insertMailToken,
  isLastOwner,
  listAdministrators,
  lockAccount,
  lockAccountById,
  lockAdministrators,
  reopenAccount,
  stepUp,
  updateAccount,
  voidMailTokens,
} from '../../platform/auth/index.ts'
import { deletionAskedMail, deletionUndoneMail } from './mails.ts'
import * as queries from './queries.ts'

type NeededDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'secrets' | 'queue'>

/** Days within which the deletion of an account can be undone. */
export const UNDO_DAYS = 14
const DAY = 86_400_000

interface DeletionInput {
  /** Username typed by the user as confirmation. */
  confirm?: string | undefined
  keep_certificates?: boolean | undefined
  current_password?: string | undefined
  code?: string | undefined
}

/** What a deletion erases and retains, and why it is currently refused, if it is. */
export async function previewDeletion(
  { db, clock, extensions }: Pick<Deps, 'db' | 'clock' | 'extensions'>,
  account: Account,
): Promise<DeletionPreview> {
  return {
    username: account.username,
    refused: (await refusal(db, account, await listAdministrators(db)))?.message ?? null,
    due_at: new Date(clock.now().getTime() + UNDO_DAYS * DAY).toISOString(),
    erased: extensions.personalData.flatMap(({ erased }) => erased ?? []),
    kept: extensions.personalData.flatMap(({ retained }) => retained ?? []),
    ...(await queries.countHeld(db, account.id)),
  }
}

async function refusal(db: Db, account: Account, administrators: Account[]): Promise<ApiError | null> {
  if (account.deletion_due_at) return new ApiError('conflict', 'This account is already being deleted.')
  if (isLastOwner(administrators, account))
    return new ApiError('conflict', 'This is the last owner. Make another account an owner first.')
  if (await queries.isSittingExam(db, account.id))
    return new ApiError('conflict', 'An exam of this account is running. Wait until it is over.')
  return null
}

/** Requests the deletion of the caller's own account. Requires the password, and a code if the account has a second factor. */
export async function requestMyDeletion(
  deps: NeededDeps,
  by: AuditActor,
  asked: DeletionInput,
): Promise<{ due_at: string }> {
  const account = await stepUp(deps, by.actor, asked)
  return requestDeletion(deps, by, account, asked, null)
}

/**
 * Deletes a learner's account for support, or an administrator's for owners. The deletion can be undone for days, so a learner's
 * requires no proof of identity; proof that is given is checked. An administrator's requires the owner's password, so that a stolen
 * session cannot remove administrators.
 */
export async function deleteUser(
  deps: NeededDeps,
  by: AuditActor,
  username: string,
  { reason = null, ...asked }: DeletionInput & { reason?: string | null | undefined } = {},
): Promise<void> {
  const account = await findAccountByUsername(deps.db, username)
  if (account.id === by.actor.id)
    throw new ApiError('conflict', 'Your own account is deleted on your profile, not here.')
  assertMayManage(by.actor, account)
  if (account.roles.includes('admin') || asked.current_password !== undefined) await stepUp(deps, by.actor, asked)
  await requestDeletion(deps, by, account, asked, reason)
}

function assertMayManage(actor: CurrentUser, account: Account) {
  if (!canManageAccount(actor, account))
    throw new ApiError('forbidden', 'Deleting an administrator needs the capability owner.')
}

/** Closes the account immediately, ends its labs, and mails the link to undo the deletion. */
async function requestDeletion(
  deps: NeededDeps,
  { actor, address }: AuditActor,
  { id, username }: Account,
  { confirm, keep_certificates = false }: DeletionInput,
  reason: string | null,
): Promise<{ due_at: string }> {
  const { db, clock, config } = deps
  if (confirm !== undefined && confirm.trim().toLowerCase() !== username)
    throw invalidField('confirm', `Type ${username} to confirm`)
  const due = new Date(clock.now().getTime() + UNDO_DAYS * DAY)
  const token = randomToken()
  await db.transaction(async (tx) => {
    // Locks administrators first, like every change of rights, so that two owners who delete their accounts at the same time wait for each other.
    const administrators = await lockAdministrators(tx)
    const account = await lockAccountById(tx, id)
    if (actor.id !== id) assertMayManage(actor, account)
    const refused = await refusal(tx, account, administrators)
    if (refused) throw refused
    await updateAccount(tx, id, { deletion_due_at: due })
    await queries.insertRequest(tx, { user_id: id, kind: 'deletion', due_at: due, keep_certificates })
    await revokeAccess(tx, id)
    await endLabs(tx, deps, [id], actor.id === id ? 'learner' : 'administrator')
    await insertMailToken(tx, {
      user_id: id,
      kind: 'deletion_undo',
      token_hash: hashToken(token),
      expires_at: due,
    })
    await queueMail(tx, await prepareMail(deletionAskedMail(account, config.publicUrl, { token, due, reason })))
    await recordAudit(tx, {
      actor,
      action: 'privacy.ask_deletion',
      subject: { type: 'user', id: username },
      after: { deletion_due_at: due, keep_certificates },
      reason,
      address,
    })
  })
  return { due_at: due.toISOString() }
}

/** Links that undo an e-mail change stay valid: an intruder may have requested the deletion. */
async function revokeAccess(tx: Db, userId: string) {
  await endSessions(tx, userId, 'deletion asked for')
  await queries.failExports(tx, userId)
  for (const kind of ['reset', 'email_change', 'activation', 'export'] as const) await voidMailTokens(tx, userId, kind)
}

/** Undoes a deletion with the token of a mail or of a sign-in. Does not sign anyone in. */
export async function undoDeletion(deps: Pick<Deps, 'db' | 'config'>, token: string): Promise<string> {
  return deps.db.transaction(async (tx) => {
    const used = await consumeMailToken(tx, 'deletion_undo', hashToken(token))
    const kept = used && (await cancelDeletion(tx, deps, used.user_id))
    if (!kept) throw new ApiError('token_unusable', 'This link has expired or was already used. Nothing was changed.')
    return kept.username
  })
}

/** Same for support, with a reason. */
export async function undoUserDeletion(
  deps: Pick<Deps, 'db' | 'config'>,
  { actor, address }: AuditActor,
  username: string,
  reason: string,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const account = await lockAccount(tx, username)
    assertMayManage(actor, account)
    if (!(await cancelDeletion(tx, deps, account.id)))
      throw new ApiError('conflict', 'This account is not waiting to be deleted.')
    await recordAudit(tx, {
      actor,
      action: 'privacy.undo_deletion',
      subject: { type: 'user', id: account.username },
      before: { deletion_due_at: account.deletion_due_at },
      after: { deletion_due_at: null },
      reason,
      address,
    })
  })
}

/** Reopens the account and confirms it by mail. Returns undefined if no deletion is pending, or if its time is over. */
export async function cancelDeletion(
  tx: Db,
  { config }: Pick<Deps, 'config'>,
  userId: string,
): Promise<Account | undefined> {
  const account = await reopenAccount(tx, userId)
  if (!account) return undefined
  await queries.closeUndone(tx, userId)
  await voidMailTokens(tx, userId, 'deletion_undo')
  await queueMail(tx, await prepareMail(deletionUndoneMail(account, config.publicUrl)))
  return account
}
