import type { Output } from '@flagyard/api-types/contract/operation'
import type { Db } from '../../../../db/open.ts'
import { isUniqueViolation } from '../../../../db/pg-errors.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError, invalidField } from '../../../../errors.ts'
import type { CurrentUser } from '../../../../identity/current-user.ts'
import { consumeAttempt } from '../../../../limits/consume-attempt.ts'
import { prepareMail, queueMail } from '../../../../mail/outbox.ts'
import { randomToken } from '../../../../secrets.ts'
import {
  type Account,
  canManageAccount,
  changeAddress,
  consumeMailToken,
  endSessions,
  findAccount,
  findActivatedByEmail,
  issueMailToken,
  lockAccount,
  updateAccount,
  voidMailTokens,
} from '../../../platform/auth/index.ts'
import { cancelDeletion } from '../../privacy/index.ts'
import { confirmEmailMail, emailMovedMail, emailReplacedMail, emailTakenMail } from './mails.ts'

type NeededDeps = Pick<Deps, 'db' | 'clock' | 'config'>

const CONFIRM_HOURS = 24
const UNDO_HOURS = 72
const HOUR_MS = 3_600_000

/**
 * Prepares the mail to the new address; nothing changes until its link is used. If the address belongs to another account, only the
 * mail to that address says so. Returns a function that queues the mail in a transaction and voids older links.
 */
export async function prepareEmailChange(
  { db, clock, config }: NeededDeps,
  account: Account,
  email: string,
  by: 'owner' | 'support' = 'owner',
): Promise<(tx: Db) => Promise<void>> {
  const taken = await findActivatedByEmail(db, email)
  const token = randomToken()
  const mail = await prepareMail(
    taken
      ? emailTakenMail({ ...account, email }, config.publicUrl)
      : confirmEmailMail({ ...account, email }, config.publicUrl, token, by),
  )
  return async (tx) => {
    await voidMailTokens(tx, account.id, 'email_change')
    await issueMailToken(tx, {
      user_id: account.id,
      kind: 'email_change',
      token,
      data: { email },
      expires_at: new Date(clock.now().getTime() + CONFIRM_HOURS * HOUR_MS),
    })
    await queueMail(tx, mail)
  }
}

/** Sets the new address, and mails a link that undoes the change to the old one. */
export async function confirmEmail({ db, clock, config }: NeededDeps, token: string): Promise<string> {
  const undo = randomToken()
  return rejectTakenAddress(() =>
    db.transaction(async (tx) => {
      const { account, address } = await useAddressToken(tx, 'email_change', token)
      await changeAddress(tx, account.id, address)
      await issueMailToken(tx, {
        user_id: account.id,
        kind: 'email_undo',
        token: undo,
        data: { email: account.email },
        expires_at: new Date(clock.now().getTime() + UNDO_HOURS * HOUR_MS),
      })
      await queueMail(tx, await prepareMail(emailMovedMail(account, config.publicUrl, undo, UNDO_HOURS)))
      return address
    }),
  )
}

/** Restores the previous address. Also ends all sessions, voids links and cancels a deletion, because an intruder may be signed in. */
export async function undoEmail({ db, config }: Pick<Deps, 'db' | 'config'>, token: string): Promise<string> {
  return rejectTakenAddress(() =>
    db.transaction(async (tx) => {
      const { account, address } = await useAddressToken(tx, 'email_undo', token)
      await updateAccount(tx, account.id, { email: address })
      await voidMailTokens(tx, account.id, 'email_undo', 'email_change', 'reset')
      await endSessions(tx, account.id, 'e-mail change undone')
      await cancelDeletion(tx, { config }, account.id)
      return address
    }),
  )
}

async function useAddressToken(tx: Db, kind: 'email_change' | 'email_undo', token: string) {
  const row = await consumeMailToken(tx, kind, token)
  if (!row) throw linkUnusable()
  const account = await lockAccount(tx, { id: row.user_id })
  if (account.disabled_at) throw linkUnusable()
  return { account, address: (row.data as { email: string }).email }
}

/** Throws the error of an unusable link if another account took the address in the meantime (index `users_email_activated`). */
async function rejectTakenAddress<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isUniqueViolation(error, 'users_email_activated')) throw linkUnusable()
    throw error
  }
}

const linkUnusable = () =>
  new ApiError('token_unusable', 'This link has expired or was already used. Nothing was changed.')

type Edit = Output<'userEdit'>

/**
 * Prepares the new address of an activated account. As in a change by the owner, the new address must be confirmed first; the old
 * one is notified immediately. Returns undefined if nothing needs to be confirmed: the address is the same, or the account was never
 * activated and its activation link confirms the new address.
 */
export async function prepareNewAddress(
  deps: NeededDeps,
  actor: CurrentUser,
  { username, version, email, disabled, reason }: Edit & { email: string },
) {
  const account = await findAccount(deps.db, { username })
  if (account.version !== version) throw staleVersion()
  assertCanManage(actor, account, { username, version, email, disabled })
  if (account.email.toLowerCase() === email.toLowerCase()) return undefined
  if (!reason) throw invalidField('reason', 'Enter a reason for the new address')
  if (!account.activated_at) return undefined
  if (await findActivatedByEmail(deps.db, email)) throw addressTaken()
  await consumeAttempt(deps, `email_change:${account.id}`, 5, 3600)
  const queueConfirmation = await prepareEmailChange(deps, account, email, 'support')
  const notice = await prepareMail(emailReplacedMail(account, deps.config.publicUrl))
  return {
    async queue(tx: Db) {
      await queueConfirmation(tx)
      await queueMail(tx, notice)
    },
    entries: [
      { action: 'users.change_email' as const, before: { email: account.email }, after: { email, confirmed: false } },
    ],
  }
}

export const addressTaken = () => invalidField('email', 'Another account uses this address')
export const staleVersion = () =>
  new ApiError('stale_version', 'Someone else changed this account first. Please reload and check it.')

/** Throws if the edit is reserved for owners, or if an administrator disables their own account. */
export function assertCanManage(actor: CurrentUser, account: Account, edit: Edit) {
  if (edit.disabled && account.id === actor.id)
    throw new ApiError('conflict', 'You cannot disable your own account. Ask another owner.')
  if (canManageAccount(actor, account)) return
  for (const field of ['email', 'disabled'] as const)
    if (edit[field] !== undefined)
      throw new ApiError('forbidden', `Only owners can change ${field} of an administrator.`, {
        errors: [{ field, message: 'Needs the capability owner' }],
      })
}
