import { capability, newAccount } from '@flagyard/api-types/schemas'
import { z } from 'zod'
import { recordAudit } from '../../../audit-log/record.ts'
import { isUniqueViolation } from '../../../db/pg-errors.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError, invalidField } from '../../../errors.ts'
import { invalidInput } from '../../../http/validation.ts'
import { deleteAttempts } from '../../../limits/queries.ts'
import {
  assertStrongPassword,
  deleteFactors,
  deleteUnactivatedDuplicates,
  endSessions,
  hashPassword,
  insertAccount,
  isUnusableName,
  lockAccount,
  lockAdministrators,
  updateAccount,
} from '../../platform/auth/index.ts'

/** Actor name in the audit entries of these commands, which need access to the server instead of a sign-in. */
const actor = 'command line'

const newAdministrator = newAccount.extend({ capabilities: z.array(capability) })

/**
 * Creates an activated administrator. The first one gets all capabilities, so that there is someone who can assign them. Later ones
 * get the given capabilities, by default none, which makes them read-only.
 */
export async function createAdministrator(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  input: z.input<typeof newAdministrator>,
): Promise<{ capabilities: string[]; isFirst: boolean }> {
  const parsed = newAdministrator.safeParse({ ...input, username: input.username.toLowerCase() })
  if (!parsed.success) throw invalidInput(parsed.error)
  const { password, ...account } = parsed.data
  await assertStrongPassword(password, account.username, account.email)
  if (isUnusableName(account.username)) throw invalidField('username', 'This username is reserved. Choose another')
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

/** Deletes all second factors and recovery codes and ends all sessions; the password alone is then enough to sign in. */
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

/** Enables a disabled account and deletes its failed sign-in attempts, so that its owner can sign in right away. */
export async function unlockAccount({ db }: Pick<Deps, 'db'>, name: string): Promise<{ wasDisabled: boolean }> {
  return db.transaction(async (tx) => {
    const account = await lockAccount(tx, name)
    if (!account.activated_at)
      throw new ApiError(
        'conflict',
        `The account ${account.username} was never activated. Send its activation link again instead.`,
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
