import { operations } from '@flagyard/api-types'
import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import { recordAudit } from '../../../../audit-log/record.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError } from '../../../../errors.ts'
import type { AuditActor, CurrentUser } from '../../../../identity/current-user.ts'
import { findActor } from '../../../../identity/queries.ts'
import { allowedAmong, mayCall } from '../../../../identity/require-access.ts'
import type { Job } from '../../../../jobs/job.ts'
import { consumeAttempt } from '../../../../limits/consume-attempt.ts'
import { prepareMail, queueMail } from '../../../../mail/outbox.ts'
import { hashToken, randomToken } from '../../../../secrets.ts'
import { consumeMailToken, issueMailToken, voidMailTokens } from '../mail-token-queries.ts'
import { type Account, findAccount, lockAccount } from '../queries.ts'
import { canManageAccount } from '../service.ts'
import { endSessions } from '../sessions/queries.ts'
import { stepUp } from './codes.ts'
import { removalDoneMail, removalNoticeMail, removalStoppedMail } from './mails.ts'
import { countRecoveryCodes, deleteFactors, hasSecondFactor } from './queries.ts'
import * as queries from './removal-queries.ts'

type NeededDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'secrets'>
type Shown = Accepted<'userSecondFactor'>

/** What support may see of an account's second factors. Contains no secrets. */
export async function readUserFactors({ db }: Pick<Deps, 'db'>, caller: CurrentUser, username: string): Promise<Shown> {
  const account = await findAccount(db, { username })
  const factors = await queries.listFactors(db, account.id)
  const removal = (await queries.findPendingRemoval(db, account.id)) ?? null
  const mayManage = canManageAccount(caller, account)
  return {
    factors,
    recovery_codes_left: await countRecoveryCodes(db, account.id),
    removal,
    allowed: allowedAmong({
      remove:
        mayManage && mayCall(operations.askFactorRemoval, caller) && isOpen(account) && factors.length > 0 && !removal,
      cancel: mayManage && mayCall(operations.cancelFactorRemoval, caller) && removal !== null,
    }),
  }
}

const isOpen = (account: Account) =>
  account.activated_at !== null && account.disabled_at === null && account.deletion_due_at === null

/**
 * Requests the removal of all second factors of an account whose owner has lost them. The administrator must re-authenticate. The removal happens a
 * day later: the owner is notified immediately and can stop it with one click.
 */
export async function askFactorRemoval(
  deps: NeededDeps,
  by: AuditActor,
  username: string,
  { reason, ...proof }: Output<'factorRemovalPayload'>,
): Promise<Shown> {
  const { db, config } = deps
  await stepUp(deps, by.actor, proof)
  const account = await findAccount(db, { username })
  assertCanManage(by.actor, account)
  if (!isOpen(account)) throw new ApiError('conflict', 'This account is not active. Enable it first.')
  await consumeAttempt(deps, `factor_removal:${account.id}`, 3, 86_400)
  const token = randomToken()
  const mail = await prepareMail(removalNoticeMail(account, config.publicUrl, token, queries.NOTICE_HOURS))
  await db.transaction(async (tx) => {
    // The account may have been disabled or become an administrator's since it was read.
    const locked = await lockAccount(tx, { id: account.id })
    assertCanManage(by.actor, locked)
    if (!isOpen(locked)) throw new ApiError('conflict', 'This account is not active. Enable it first.')
    if (!(await hasSecondFactor(tx, account.id)))
      throw new ApiError('conflict', 'This account has no second factor to remove.')
    const removal = await queries.insertRemoval(tx, { user_id: account.id, asked_by: by.actor.id, reason })
    if (!removal)
      throw new ApiError('conflict', 'A removal was already requested. It happens when its notice period is over.')
    await voidMailTokens(tx, account.id, 'factor_removal')
    await issueMailToken(tx, { user_id: account.id, kind: 'factor_removal', token, expires_at: removal.due_at })
    await queueMail(tx, mail)
    await recordAudit(tx, {
      ...by,
      reason,
      action: 'auth.ask_factor_removal',
      subject: { type: 'user', id: account.username },
      after: { due_at: removal.due_at },
    })
  })
  return readUserFactors(deps, by.actor, username)
}

export async function cancelFactorRemoval(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  by: AuditActor,
  username: string,
): Promise<Shown> {
  const account = await findAccount(db, { username })
  assertCanManage(by.actor, account)
  const mail = await prepareMail(removalStoppedMail(account, config.publicUrl))
  await db.transaction(async (tx) => {
    await lockAccount(tx, { id: account.id })
    const ended = await queries.endPendingRemoval(tx, account.id, 'cancelled', `By ${by.actor.username}`)
    if (!ended) throw noPendingRemoval()
    await voidMailTokens(tx, account.id, 'factor_removal')
    await queueMail(tx, mail)
    await recordAudit(tx, {
      ...by,
      action: 'auth.cancel_factor_removal',
      subject: { type: 'user', id: account.username },
      before: { due_at: ended.due_at },
    })
  })
  return readUserFactors({ db }, by.actor, username)
}

/** Stops a removal with the mailed link (“This was not me”). The link works once. */
export async function stopFactorRemoval({ db, config }: Pick<Deps, 'db' | 'config'>, token: string): Promise<void> {
  const userId = await queries.findRemovalTokenOwner(db, hashToken(token))
  if (!userId) throw linkUnusable()
  await stop({ db, config }, userId, async (tx) => {
    if (!(await consumeMailToken(tx, 'factor_removal', token))) throw linkUnusable()
  })
}

/** Stops a removal for the signed-in owner, who has either used a factor or signed in before losing it. */
export const stopMyFactorRemoval = (deps: Pick<Deps, 'db' | 'config'>, user: CurrentUser): Promise<void> =>
  stop(deps, user.id, async (tx) => {
    await voidMailTokens(tx, user.id, 'factor_removal')
  })

async function stop(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  userId: string,
  use: (tx: Parameters<typeof queries.insertRemoval>[0]) => Promise<void>,
) {
  const account = await findAccount(db, { id: userId })
  const mail = await prepareMail(removalStoppedMail(account, config.publicUrl))
  await db.transaction(async (tx) => {
    await lockAccount(tx, { id: userId })
    await use(tx)
    const ended = await queries.endPendingRemoval(tx, userId, 'stopped', 'By its owner')
    if (!ended) throw noPendingRemoval()
    await queueMail(tx, mail)
    await recordAudit(tx, {
      actor: null,
      action: 'auth.stop_factor_removal',
      subject: { type: 'user', id: account.username },
      before: { due_at: ended.due_at },
    })
  })
}

/**
 * Removes the factors of accounts whose notice period is over. The removal is cancelled unless the requesting administrator still has the
 * permission and the account is still open. Safe to retry: finished removals are not found again, and each one is a single transaction.
 */
async function removeDueFactors({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<void> {
  for (const due of await queries.listDueRemovals(db, 100)) {
    const mail = await prepareMail(removalDoneMail(await findAccount(db, { id: due.user_id }), config.publicUrl))
    await db.transaction(async (tx) => {
      const account = await lockAccount(tx, { id: due.user_id })
      const removal = await queries.finishRemoval(tx, due.id)
      if (!removal) return
      const subject = { type: 'user', id: account.username }
      const actor = await findActor(tx, removal.asked_by)
      const mayStill = actor && mayCall(operations.askFactorRemoval, actor) && canManageAccount(actor, account)
      await voidMailTokens(tx, account.id, 'factor_removal')
      if (!mayStill || !isOpen(account)) {
        const reason = mayStill ? 'The account is not active' : 'The requester no longer has the permission'
        await queries.markCancelled(tx, removal.id, reason)
        await recordAudit(tx, { actor: null, action: 'auth.cancel_factor_removal', subject })
        return
      }
      const removed = await deleteFactors(tx, account.id)
      await endSessions(tx, account.id, 'second factor removed')
      await queueMail(tx, mail)
      const { reason } = removal
      await recordAudit(tx, { actor, action: 'users.reset_factors', subject, before: removed, reason })
    })
  }
}

function assertCanManage(actor: CurrentUser, account: Account) {
  if (!canManageAccount(actor, account))
    throw new ApiError('forbidden', 'Only owners can remove the second factor of an administrator.')
}

const noPendingRemoval = () =>
  new ApiError('conflict', 'There is no pending removal: it was stopped or has already happened.')
const linkUnusable = () => new ApiError('token_unusable', 'This link has expired or was already used.')

export const authJobs = (deps: Pick<Deps, 'db' | 'config'>): Job<never>[] => [
  { name: 'auth.remove_factors', handle: () => removeDueFactors(deps) },
]
