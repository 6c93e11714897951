import type { Db } from '../../../db/open.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError, invalidField } from '../../../errors.ts'
import { hashToken, randomToken } from '../../../integrations/secrets.ts'
import { prepareMail, queueMail } from '../../../mail/outbox.ts'
import { secondsToNextMail } from '../link-mail-queries.ts'
import { consumeMailToken, insertMailToken, voidMailTokens } from '../mail-token-queries.ts'
import { passwordChangedMail, resetMail } from '../mails.ts'
import * as queries from '../queries.ts'
import { lockAccountById } from '../queries.ts'
import { endSessions } from '../sessions/queries.ts'
import { isCommonPassword, isMadeOf } from './common-passwords.ts'
import { hashPassword } from './hash.ts'
import { steadily } from './padded-response.ts'

type Base = Pick<Deps, 'db' | 'clock' | 'config'>

const RESET_MINUTES = 60
/** Several times what a mail takes to write. */
export const FORGOT_BEAT_MS = 250

/** Mails a link for a new password to an activated, enabled account; everybody reads the same answer. */
export async function forgotPassword(deps: Base, email: string): Promise<void> {
  await steadily(FORGOT_BEAT_MS, async () => {
    const account = await queries.findActivatedByEmail(deps.db, email)
    if (!account || account.disabled_at || account.deletion_due_at) return
    const queue = await prepareReset(deps, account)
    await deps.db.transaction(async (tx) => {
      // From however many addresses it is asked for, a stranger fills nobody's mailbox, and is told nothing.
      await lockAccountById(tx, account.id)
      if ((await secondsToNextMail(tx, account.id, 'password_reset')) === null) await queue(tx)
    })
  })
}

/** Renders the mail with the link for a new password; what it gives queues it in a transaction and voids the older links. */
export async function prepareReset(
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  account: Pick<queries.Account, 'id' | 'email' | 'full_name' | 'username'>,
): Promise<(tx: Db) => Promise<void>> {
  const token = randomToken()
  const mail = await prepareMail(resetMail(account, config.publicUrl, token))
  return async (tx) => {
    await voidMailTokens(tx, account.id, 'reset')
    await insertMailToken(tx, {
      user_id: account.id,
      kind: 'reset',
      token_hash: hashToken(token),
      expires_at: new Date(clock.now().getTime() + RESET_MINUTES * 60_000),
    })
    await queueMail(tx, mail)
  }
}

/** Sets the password by the token of the mail, ends every session and says so by mail; nobody is signed in by it. */
export async function resetPassword(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  token: string,
  password: string,
): Promise<void> {
  await refuseWeakPassword(password)
  const passwordHash = await hashPassword(password)
  await db.transaction(async (tx) => {
    const used = await consumeMailToken(tx, 'reset', hashToken(token))
    const account = used && (await queries.findAccount(tx, used.user_id))
    if (!account || account.disabled_at || account.deletion_due_at) throw unusable()
    await queries.setPassword(tx, account.id, passwordHash)
    await endSessions(tx, account.id, 'password changed')
    await voidMailTokens(tx, account.id, 'reset')
    await voidMailTokens(tx, account.id, 'email_change')
    await queueMail(tx, await prepareMail(passwordChangedMail(account, config.publicUrl)))
  })
}

/** No composition rules; common passwords, our own name and one's own are refused (requirement 23). */
export async function refuseWeakPassword(password: string, ...own: string[]) {
  const names = own.flatMap((name) => [name, name.split('@')[0] ?? ''])
  if (isMadeOf(password, names)) throw invalidField('password', 'Choose a password that is not your name, or ours')
  if (isCommonPassword(password))
    throw invalidField('password', 'This password is on every attacker’s list. Please choose another')
}

/** Said of every link that opens nothing, whatever the reason. */
export const unusable = () =>
  new ApiError(
    'token_unusable',
    'This link has expired or was used already. Ask for a new one and use the newest mail.',
  )
