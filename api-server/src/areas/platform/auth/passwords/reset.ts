import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '../../../../db/open.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError, invalidField } from '../../../../errors.ts'
import { prepareMail, queueMail } from '../../../../mail/outbox.ts'
import { randomToken } from '../../../../secrets.ts'
import { consumeMailToken, issueMailToken, secondsToNextMail, voidMailTokens } from '../mail-token-queries.ts'
import { passwordChangedMail, resetMail } from '../mails.ts'
import * as queries from '../queries.ts'
import { lockAccount } from '../queries.ts'
import { endSessions } from '../sessions/queries.ts'
import { isCommonPassword, isMostlyMadeOf } from './common-passwords.ts'
import { hashPassword } from './hash.ts'

type NeededDeps = Pick<Deps, 'db' | 'clock' | 'config'>

const RESET_MINUTES = 60
/** Response interval of calls that must not reveal an address, in milliseconds: several times as long as rendering and queueing a mail takes. */
export const RESPONSE_INTERVAL_MS = 250

/** Mails a password reset link to an activated, enabled account. The response is the same for everyone. */
export async function forgotPassword(deps: NeededDeps, email: string): Promise<void> {
  await padToInterval(async () => {
    const account = await queries.findActivatedByEmail(deps.db, email)
    if (!account || account.disabled_at || account.deletion_due_at) return
    const queue = await prepareReset(deps, account)
    await deps.db.transaction(async (tx) => {
      // Limited per account, so that an attacker with many addresses cannot flood a mailbox. The requester gets no hint of the limit.
      await lockAccount(tx, { id: account.id })
      if ((await secondsToNextMail(tx, account.id, 'password_reset')) === null) await queue(tx)
    })
  })
}

/** Renders the password reset mail. The returned function queues it in a transaction and voids older links. */
export async function prepareReset(
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  account: Pick<queries.Account, 'id' | 'email' | 'full_name' | 'username'>,
): Promise<(tx: Db) => Promise<void>> {
  const token = randomToken()
  const mail = await prepareMail(resetMail(account, config.publicUrl, token))
  return async (tx) => {
    await voidMailTokens(tx, account.id, 'reset')
    await issueMailToken(tx, {
      user_id: account.id,
      kind: 'reset',
      token,
      expires_at: new Date(clock.now().getTime() + RESET_MINUTES * 60_000),
    })
    await queueMail(tx, mail)
  }
}

/** Sets the password with the token from the mail, ends all sessions and sends a confirmation mail. Does not sign in. */
export async function resetPassword({ db, config }: Pick<Deps, 'db' | 'config'>, token: string, password: string) {
  assertStrongPassword(password)
  const passwordHash = await hashPassword(password)
  await db.transaction(async (tx) => {
    const consumed = await consumeMailToken(tx, 'reset', token)
    const account = consumed && (await queries.findAccountRow(tx, consumed.user_id))
    if (!account || account.disabled_at || account.deletion_due_at) throw linkUnusable()
    await replacePassword(tx, account.id, passwordHash)
    await queueMail(tx, await prepareMail(passwordChangedMail(account, config.publicUrl)))
  })
}

/** Sets the password, ends all sessions except `keptSession`, and voids the links that were mailed under the earlier password. */
export async function replacePassword(tx: Db, userId: string, passwordHash: string, keptSession?: string) {
  await queries.setPassword(tx, userId, passwordHash)
  await endSessions(tx, userId, 'password changed', keptSession)
  await voidMailTokens(tx, userId, 'reset', 'email_change')
}

/** Rejects common passwords and those based on our name or the user's own names. There are no composition rules. */
export function assertStrongPassword(password: string, own: string[] = [], field = 'password') {
  const weakness = weaknessOf(password, ...own)
  if (weakness) throw invalidField(field, weakness)
}

/** Reason why the password is too easy to guess, as a message for its field; null if it is acceptable. */
export function weaknessOf(password: string, ...own: string[]): string | null {
  const names = own.flatMap((name) => [name, name.split('@')[0] ?? ''])
  if (isMostlyMadeOf(password, names)) return 'Choose a password that is not based on your name or ours'
  if (isCommonPassword(password)) return 'This password is on every attacker’s list. Please choose another'
  return null
}

/** Error for every link that no longer works, whatever the reason. */
export const linkUnusable = () =>
  new ApiError(
    'token_unusable',
    'This link has expired or was already used. Request a new one, and open the link in the newest e-mail.',
  )

/** Responds at a multiple of the interval in milliseconds, so that the time does not reveal whether an address is known. */
export async function padToInterval<T>(work: () => Promise<T>, interval = RESPONSE_INTERVAL_MS): Promise<T> {
  const startedAt = performance.now()
  try {
    return await work()
  } finally {
    const elapsed = performance.now() - startedAt
    await pause(Math.ceil(elapsed / interval) * interval - elapsed)
  }
}
