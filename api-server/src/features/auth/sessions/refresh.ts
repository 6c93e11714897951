import type { Deps } from '../../../deps.ts'
import { hashToken, randomToken } from '../../../integrations/secrets.ts'
import { prepareMail, queueMail } from '../../../mail/outbox.ts'
import { replayMail } from '../mails.ts'
import { findAccount, touchLastSeen } from '../queries.ts'
import { endSession, findSession, rotateSession, type SessionRow } from './queries.ts'
import { type SignedIn, signedIn } from './signed-in.ts'

type NeededDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'secrets'>

/**
 * Turns a refresh token into an access token and its successor. The direct parent works for 20 s more and gives the same
 * successor (two tabs, a lost answer); anything older ends the family and tells its owner.
 * Null: there is nothing to refresh, and the cookie is worth clearing.
 */
export async function refreshSession(deps: NeededDeps, cookie: string): Promise<SignedIn | null> {
  const { db, secrets, config } = deps
  const [id = '', secret = ''] = cookie.split('.')
  if (!/^[0-9a-f-]{36}$/.test(id) || !secret) return null
  const from = hashToken(secret)
  const successor = randomToken()
  const sealed = secrets.seal('session-successor', id, successor)
  const rotated = await rotateSession(db, { id, from, to: hashToken(successor), successorSealed: sealed })
  if (rotated) return forOwner(deps, rotated, successor)

  const session = await findSession(db, id)
  if (!session?.alive) return null
  if (session.previous_hash === from && session.in_grace && session.successor_sealed)
    return forOwner(deps, session, secrets.open('session-successor', id, session.successor_sealed))

  const account = await findAccount(db, session.user_id)
  if (!account) return null
  const mail = await prepareMail({ ...replayMail(account, config.publicUrl), dedupeKey: `replay:${id}` })
  await db.transaction(async (tx) => {
    if (await endSession(tx, id, 'replay')) await queueMail(tx, mail)
  })
  return null
}

async function forOwner(
  { db, secrets, clock }: NeededDeps,
  session: SessionRow,
  refreshToken: string,
): Promise<SignedIn | null> {
  const account = await findAccount(db, session.user_id)
  if (!account || account.disabled_at || account.deletion_due_at) return null
  await touchLastSeen(db, account.id)
  return signedIn({ secrets, clock }, session, account, refreshToken)
}

/**
 * Ends the family that the cookie names. An older cookie of it ends it too: another tab may have refreshed while the
 * sign-out was on its way, and whoever hears 204 must be signed out.
 */
export async function signOut({ db }: Pick<Deps, 'db'>, cookie: string): Promise<void> {
  const [id = '', secret = ''] = cookie.split('.')
  if (!/^[0-9a-f-]{36}$/.test(id) || !secret) return
  await endSession(db, id, 'signed out')
}

/**
 * The session that a cookie names, alive, for calls that a bearer cannot reach (videos). It never rotates and is never a replay. The
 * newest secret opens it, or its parent, which a lost answer leaves with the browser: the id alone is no secret.
 */
export async function findCookieSession({ db }: Pick<Deps, 'db'>, cookie: string | undefined) {
  const [id = '', secret = ''] = (cookie ?? '').split('.')
  if (!/^[0-9a-f-]{36}$/.test(id) || !secret) return null
  const session = await findSession(db, id)
  if (!session?.alive) return null
  const isOurs = [session.current_hash, session.previous_hash].includes(hashToken(secret))
  return isOurs ? { userId: session.user_id, sessionId: session.id } : null
}
