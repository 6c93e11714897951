import type { Me } from '@flagyard/api-types'
import type { Output } from '@flagyard/api-types/contract/operation'
import type { Db } from '../../../db/open.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError, invalidField } from '../../../errors.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { consumeAttempt } from '../../../limits/consume-attempt.ts'
import { prepareMail, queueMail } from '../../../mail/outbox.ts'
import {
  type Account,
  type AccountChange,
  assertPassword,
  assertStrongPassword,
  endSessions,
  findAccountById,
  findPendingEmail,
  hashPassword,
  setPassword,
  stepUp,
  updateAccount,
  voidMailTokens,
} from '../../platform/auth/index.ts'
import { prepareEmailChange } from './email/change.ts'
import { ownPasswordChangedMail } from './email/mails.ts'

type NeededDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'secrets'>

export async function getMe({ db }: Pick<Deps, 'db'>, user: CurrentUser): Promise<Me> {
  const [account, pendingEmail] = await Promise.all([findAccountById(db, user.id), findPendingEmail(db, user.id)])
  return toMe(account, pendingEmail)
}

/** Cancels an unconfirmed e-mail change and voids its link. */
export async function cancelEmailChange({ db }: Pick<Deps, 'db'>, user: CurrentUser): Promise<Me> {
  await voidMailTokens(db, user.id, 'email_change')
  return getMe({ db }, user)
}

/** Updates the caller's profile. A new password or e-mail address also needs the current password. */
export async function updateMe(
  deps: NeededDeps,
  user: CurrentUser,
  input: Output<'profileUpdatePayload'>,
): Promise<Me> {
  const { email, new_password, current_password, code, ...profile } = input
  const change: AccountChange = Object.fromEntries(Object.entries(profile).filter(([, value]) => value !== undefined))
  if (change.email_preferences) change.email_preferences_chosen_at = deps.clock.now()
  const changesEmail = email !== undefined && email.toLowerCase() !== user.email.toLowerCase()
  const steps: ((tx: Db) => Promise<void>)[] = []
  if (changesEmail || new_password !== undefined) {
    const proof = { current_password, code }
    // A new address can later request a password reset, so changing it needs the second factor too.
    const account = changesEmail ? await stepUp(deps, user, proof) : await assertPassword(deps, user, current_password)
    if (new_password !== undefined) steps.push(await preparePassword(deps, user, account, new_password))
    if (changesEmail) {
      await consumeAttempt(deps, `email_change:${user.id}`, 5, 3600)
      steps.push(await prepareEmailChange(deps, account, email))
    }
  }
  if (Object.keys(change).length > 0) steps.push((tx) => updateAccount(tx, user.id, change))
  if (steps.length > 0)
    await deps.db.transaction(async (tx) => {
      for (const step of steps) await step(tx)
    })
  return getMe(deps, user)
}

/** Returns a function that sets the password, signs out the other devices and voids earlier links, all in the given transaction. */
async function preparePassword({ config }: NeededDeps, user: CurrentUser, account: Account, password: string) {
  await assertStrongNewPassword(password, account)
  const passwordHash = await hashPassword(password)
  const mail = await prepareMail(ownPasswordChangedMail(account, config.publicUrl))
  return async (tx: Db) => {
    await setPassword(tx, user.id, passwordHash)
    await endSessions(tx, user.id, 'password changed', user.session_id)
    await voidMailTokens(tx, user.id, 'reset')
    await voidMailTokens(tx, user.id, 'email_change')
    await queueMail(tx, mail)
  }
}

/** `assertStrongPassword` reports the field `password`, but this form's field is `new_password`. */
async function assertStrongNewPassword(password: string, account: Account) {
  try {
    await assertStrongPassword(password, account.username, account.email)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'invalid') throw error
    throw invalidField('new_password', error.message)
  }
}

const toMe = (account: Account, pending_email: string | null): Me => ({
  id: account.id,
  username: account.username,
  email: account.email,
  pending_email,
  full_name: account.full_name,
  roles: account.roles as Me['roles'],
  capabilities: account.capabilities as Me['capabilities'],
  is_active: account.activated_at !== null && account.disabled_at === null,
  activated_at: account.activated_at?.toISOString() ?? null,
  country: account.country,
  company: account.company,
  links: account.links,
  locale: account.locale,
  time_zone: account.time_zone,
  email_preferences: account.email_preferences,
  created_at: account.created_at.toISOString(),
})
