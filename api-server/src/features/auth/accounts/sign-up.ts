import { randomUUID } from 'node:crypto'
import type { Output } from '@flagyard/api-types/contract/operation'
import { isUniqueViolation } from '../../../db/failures.ts'
import type { Db } from '../../../db/open.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError, invalidField } from '../../../errors.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { hashToken, randomToken } from '../../../integrations/secrets.ts'
import { prepareMail, queueMail } from '../../../mail/outbox.ts'
import { consumeMailToken, findTokenOwner, insertMailToken, voidMailTokens } from '../mail-token-queries.ts'
import { activationMail, alreadyActiveMail } from '../mails.ts'
import { hashPassword } from '../passwords/hash.ts'
import { refuseWeakPassword, unusable } from '../passwords/reset.ts'
import * as queries from '../queries.ts'
import { isReservedName } from './reserved-usernames.ts'

type Base = Pick<Deps, 'db' | 'clock' | 'config'>

const DAY = 86_400_000
const ACTIVATION_DAYS = 7

/** One text whether or not the address is known (DOMAIN §2, attack 17). */
export const ASK_YOUR_MAIL = 'Almost there: look into your mail and follow the link we sent you.'

/** Makes the account that its mail activates; an address in use changes nothing but the mail. */
export async function signUp(deps: Base, input: Output<'signUpPayload'>): Promise<void> {
  await refuseWeakPassword(input.password, input.username, input.email)
  if (isReservedName(input.username)) throw invalidField('username', 'This username is taken')
  const { db, config, clock } = deps
  const passwordHash = await hashPassword(input.password)
  const token = randomToken()
  const id = randomUUID()
  const addressee = { id, email: input.email, full_name: input.full_name, username: input.username }
  const [activation, known] = await Promise.all([
    prepareMail(activationMail(addressee, config.publicUrl, token)),
    prepareMail(alreadyActiveMail({ ...addressee, username: input.username }, config.publicUrl)),
  ])
  try {
    await db.transaction(async (tx) => {
      const owner = await queries.findActivatedByEmail(tx, input.email)
      await queries.insertAccount(tx, {
        id,
        username: input.username,
        email: input.email,
        password_hash: passwordHash,
        full_name: input.full_name,
        locale: input.locale ?? 'en',
        time_zone: input.time_zone ?? 'UTC',
        referrer: input.referrer ?? null,
        terms_accepted_at: clock.now(),
      })
      if (owner) return queueMail(tx, known)
      await insertMailToken(tx, {
        user_id: id,
        kind: 'activation',
        token_hash: hashToken(token),
        expires_at: new Date(clock.now().getTime() + ACTIVATION_DAYS * DAY),
      })
      await queueMail(tx, activation)
    })
  } catch (error) {
    if (isUniqueViolation(error, 'users_username')) throw invalidField('username', 'This username is taken')
    throw error
  }
}

/** Activates by the token of the mail. A second click on a link that already did its work is told that all is well. */
export async function activateAccount({ db }: Pick<Deps, 'db'>, token: string): Promise<void> {
  const hash = hashToken(token)
  try {
    await db.transaction(async (tx) => {
      const used = await consumeMailToken(tx, 'activation', hash)
      if (!used) {
        const owner = await findTokenOwner(tx, 'activation', hash)
        if (owner?.activated_at) return
        throw unusable()
      }
      const account = await queries.activate(tx, used.user_id)
      if (!account) throw unusable()
      await queries.removeRivals(tx, account)
    })
  } catch (error) {
    // Another account activated this address first: its rival's link is worth nothing.
    if (isUniqueViolation(error, 'users_email_activated')) throw unusable()
    throw error
  }
}

/** Mails the activation link again; older links stop working. */
export async function resendActivation(deps: Base, user: CurrentUser): Promise<void> {
  if (user.activated_at) throw new ApiError('conflict', 'Your account is active already. You can simply go on.')
  await deps.db.transaction(await prepareActivation(deps, user))
}

/** Renders the activation mail; what it gives queues it in a transaction and voids the older links. */
export async function prepareActivation(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  user: Pick<queries.Account, 'id' | 'email' | 'full_name' | 'username'>,
): Promise<(tx: Db) => Promise<void>> {
  const owner = await queries.findActivatedByEmail(db, user.email)
  const token = randomToken()
  const mail = await prepareMail(
    owner ? alreadyActiveMail(user, config.publicUrl) : activationMail(user, config.publicUrl, token),
  )
  return async (tx) => {
    await voidMailTokens(tx, user.id, 'activation')
    if (!owner)
      await insertMailToken(tx, {
        user_id: user.id,
        kind: 'activation',
        token_hash: hashToken(token),
        expires_at: new Date(clock.now().getTime() + ACTIVATION_DAYS * DAY),
      })
    await queueMail(tx, mail)
  }
}
