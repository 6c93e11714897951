import { capability, signUpPayload } from '@flagyard/api-types/schemas'
import { z } from 'zod'
import { recordAudit } from '../../audit-log/record.ts'
import { isUniqueViolation } from '../../db/pg-errors.ts'
import type { Deps } from '../../deps.ts'
import { ApiError, invalidField } from '../../errors.ts'
import { invalidInput } from '../../http/validation.ts'
import { deleteAttempts } from '../../limits/queries.ts'
import { isReservedPathSegment } from '../auth/accounts/reserved-usernames.ts'
import { hashPassword } from '../auth/passwords/hash.ts'
import { assertStrongPassword } from '../auth/passwords/reset.ts'
import {
  deleteFactors,
  deleteUnactivatedDuplicates,
  endSessions,
  insertAccount,
  lockAccount,
  lockAdministrators,
  updateAccount,
} from '../auth/service.ts'

/** What whoever has the machine may do without signing in. Each change leaves an audit entry by this name. */
const actor = 'command line'

const newAdministrator = signUpPayload
  .pick({ username: true, email: true, full_name: true, password: true })
  .extend({ capabilities: z.array(capability) })

/**
 * Makes an activated administrator. The first one holds every capability, so that somebody can give the others theirs;
 * later ones hold what is asked for, by default none: they may read.
 */
export async function createAdministrator(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  input: z.input<typeof newAdministrator>,
): Promise<{ capabilities: string[]; isFirst: boolean }> {
  const parsed = newAdministrator.safeParse({ ...input, username: input.username.toLowerCase() })
  if (!parsed.success) throw invalidInput(parsed.error)
  const { password, ...account } = parsed.data
  await assertStrongPassword(password, account.username, account.email)
  if (isReservedPathSegment(account.username)) throw invalidField('username', 'This username would hide a call')
  const password_hash = await hashPassword(password)
  try {
    return await db.transaction(async (tx) => {
      const isFirst = (await lockAdministrators(tx)).length === 0
      const capabilities = isFirst ? capability.options : [...new Set(account.capabilities)]
      const row = await insertAccount(tx, {
        ...account,
        password_hash,
        roles: ['user', 'admin'],
        capabilities: capabilities.toSorted(),
        activated_at: clock.now(),
      })
      await deleteUnactivatedDuplicates(tx, row)
      await recordAudit(tx, {
        actor,
        action: 'users.create_administrator',
        subject: { type: 'user', id: row.username },
        after: { email: row.email, full_name: row.full_name, roles: row.roles, capabilities: row.capabilities },
      })
      return { capabilities: row.capabilities, isFirst }
    })
  } catch (error) {
    if (isUniqueViolation(error, 'users_username')) throw invalidField('username', 'This username is taken')
    if (isUniqueViolation(error, 'users_email_activated'))
      throw invalidField('email', 'Another account uses this address')
    throw error
  }
}

/** Takes every second factor and recovery code away and signs the account out: the password alone opens it again. */
export async function resetFactors(
  { db }: Pick<Deps, 'db'>,
  name: string,
): Promise<{ factors: number; codes: number }> {
  return db.transaction(async (tx) => {
    const account = await lockAccount(tx, name)
    const removed = await deleteFactors(tx, account.id)
    await endSessions(tx, account.id, 'factors reset')
    await recordAudit(tx, {
      actor,
      action: 'users.reset_factors',
      subject: { type: 'user', id: account.username },
      before: removed,
    })
    return removed
  })
}

/** Enables a disabled account and forgets its failed tries, so that its owner can sign in at once. */
export async function unlockAccount({ db }: Pick<Deps, 'db'>, name: string): Promise<{ wasDisabled: boolean }> {
  return db.transaction(async (tx) => {
    const account = await lockAccount(tx, name)
    if (!account.activated_at)
      throw new ApiError(
        'conflict',
        `The account ${account.username} was never activated: its owner needs the mail, not this.`,
      )
    const wasDisabled = account.disabled_at !== null
    if (wasDisabled) await updateAccount(tx, account.id, { disabled_at: null, disabled_reason: null })
    const signIn = [account.username, account.email.toLowerCase()].map((login) => `signin:name:${login}:`)
    await deleteAttempts(tx, { startingWith: signIn, endingWith: `:account:${account.id}` })
    const subject = { type: 'user', id: account.username }
    await recordAudit(tx, { actor, action: 'users.unlock', subject })
    if (wasDisabled)
      await recordAudit(tx, {
        ...{ actor, action: 'users.enable', subject },
        before: { disabled_at: account.disabled_at, disabled_reason: account.disabled_reason },
        after: { disabled_at: null, disabled_reason: null },
      })
    return { wasDisabled }
  })
}
