import type { Db } from '../../../../db/open.ts'
import { isUniqueViolation } from '../../../../db/pg-errors.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError } from '../../../../errors.ts'
import { prepareMail, queueMail } from '../../../../mail/outbox.ts'
import { hashToken, randomToken } from '../../../../secrets.ts'
import {
  type Account,
  consumeMailToken,
  deleteUnactivatedDuplicates,
  endSessions,
  findActivatedByEmail,
  insertMailToken,
  lockAccountById,
  updateAccount,
  voidMailTokens,
} from '../../../platform/auth/index.ts'
import { cancelDeletion } from '../../privacy/index.ts'
import { confirmEmailMail, emailMovedMail, emailTakenMail } from './mails.ts'

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
    await insertMailToken(tx, {
      user_id: account.id,
      kind: 'email_change',
      token_hash: hashToken(token),
      data: { email },
      expires_at: new Date(clock.now().getTime() + CONFIRM_HOURS * HOUR_MS),
    })
    await queueMail(tx, mail)
  }
}

/** Sets the new address, and mails a link that undoes the change to the old one. */
export async function confirmEmail({ db, clock, config }: NeededDeps, token: string): Promise<string> {
  const undo = randomToken()
  return unlessTaken(() =>
    db.transaction(async (tx) => {
      const { account, address } = await useAddressToken(tx, 'email_change', token)
      await updateAccount(tx, account.id, { email: address })
      await deleteUnactivatedDuplicates(tx, { id: account.id, email: address })
      // Links in the old mailbox must stop working.
      await voidMailTokens(tx, account.id, 'reset')
      await voidMailTokens(tx, account.id, 'email_change')
      await insertMailToken(tx, {
        user_id: account.id,
        kind: 'email_undo',
        token_hash: hashToken(undo),
        data: { email: account.email },
        expires_at: new Date(clock.now().getTime() + UNDO_HOURS * HOUR_MS),
      })
      await queueMail(tx, await prepareMail(emailMovedMail(account, config.publicUrl, undo, UNDO_HOURS)))
      return address
    }),
  )
}

/**
 * Restores the previous address. The person who changed it may know the password and be signed in, so all sessions end, their other
 * links are voided, and a deletion they requested is cancelled.
 */
export async function undoEmail({ db, config }: Pick<Deps, 'db' | 'config'>, token: string): Promise<string> {
  return unlessTaken(() =>
    db.transaction(async (tx) => {
      const { account, address } = await useAddressToken(tx, 'email_undo', token)
      await updateAccount(tx, account.id, { email: address })
      for (const kind of ['email_undo', 'email_change', 'reset'] as const) await voidMailTokens(tx, account.id, kind)
      await endSessions(tx, account.id, 'e-mail change undone')
      await cancelDeletion(tx, { config }, account.id)
      return address
    }),
  )
}

async function useAddressToken(tx: Db, kind: 'email_change' | 'email_undo', token: string) {
  const row = await consumeMailToken(tx, kind, hashToken(token))
  if (!row) throw linkUnusable()
  const account = await lockAccountById(tx, row.user_id)
  if (account.disabled_at) throw linkUnusable()
  return { account, address: (row.data as { email: string }).email }
}

/** Throws the error of an unusable link if another account took the address in the meantime (index `users_email_activated`). */
async function unlessTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isUniqueViolation(error, 'users_email_activated')) throw linkUnusable()
    throw error
  }
}

const linkUnusable = () =>
  new ApiError('token_unusable', 'This link has expired or was already used. Nothing was changed.')
