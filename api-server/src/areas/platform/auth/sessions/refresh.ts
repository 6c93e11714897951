import { isUuid } from '../../../../db/sql.ts'
import type { Deps } from '../../../../deps.ts'
import { prepareMail, queueMail } from '../../../../mail/outbox.ts'
import { hashToken, randomToken, type Secrets } from '../../../../secrets.ts'
import { replayMail } from '../mails.ts'
import { findAccountRow, touchLastSeen } from '../queries.ts'
import { endSession, findSession, rotateSession, type SessionAccount, type SessionRow } from './queries.ts'
import { type SignedIn, toSignedIn } from './signed-in.ts'

type NeededDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'secrets'>

/**
 * Exchanges a refresh token for an access token and the next refresh token. The direct parent works for 20 more seconds and yields the same
 * successor (two tabs, a lost response). Anything older ends the session and notifies its owner. A secret that we never issued has no effect.
 * Returns null if there is nothing to refresh and the cookie should be cleared.
 */
export async function refreshSession(deps: NeededDeps, cookie: string): Promise<SignedIn | null> {
  const { db, secrets, config } = deps
  const [id = '', secret = ''] = cookie.split('.')
  if (!isUuid(id) || !secret) return null
  const from = hashToken(secret)
  const successor = newRefreshSecret(secrets, id)
  const sealed = secrets.seal('session-successor', id, successor)
  const rotated = await rotateSession(db, { id, from, to: hashToken(successor), successorSealed: sealed })
  if (rotated) return signedInOwner(deps, rotated.session, rotated.account, successor)

  const session = await findSession(db, id)
  if (!session?.alive) return null
  const account = await findAccountRow(db, session.user_id)
  if (!account) return null
  if (session.previous_hash === from && session.in_grace && session.successor_sealed) {
    const signedIn = signedInOwner(
      deps,
      session,
      account,
      secrets.open('session-successor', id, session.successor_sealed),
    )
    if (signedIn) await touchLastSeen(db, account.id)
    return signedIn
  }
  if (!wasIssuedFor(secrets, session, secret)) return null
  const mail = await prepareMail({ ...replayMail(account, config.publicUrl), dedupeKey: `replay:${id}` })
  await db.transaction(async (tx) => {
    if (await endSession(tx, id, 'refresh token reused')) await queueMail(tx, mail)
  })
  return null
}

function signedInOwner(
  deps: NeededDeps,
  session: Pick<SessionRow, 'id' | 'expires_at'>,
  account: SessionAccount,
  refreshToken: string,
): SignedIn | null {
  if (account.disabled_at || account.deletion_due_at) return null
  return toSignedIn(deps, session, account, refreshToken)
}

/** Ends the session of the cookie, also of an older one: another tab may have refreshed during the sign-out. */
export async function signOut({ db, secrets }: Pick<Deps, 'db' | 'secrets'>, cookie: string): Promise<void> {
  const [id = '', secret = ''] = cookie.split('.')
  if (!isUuid(id) || !secret) return
  const session = await findSession(db, id)
  if (session && wasIssuedFor(secrets, session, secret)) await endSession(db, id, 'signed out')
}

/**
 * The open session of a cookie, for calls that cannot carry a bearer token (videos). Neither rotates the token nor detects replays. Accepts the
 * newest secret or its parent, which the browser still has after a lost response. The id is not enough, because it is not secret.
 */
export async function findCookieSession({ db }: Pick<Deps, 'db'>, cookie: string | undefined) {
  const [id = '', secret = ''] = (cookie ?? '').split('.')
  if (!isUuid(id) || !secret) return null
  const session = await findSession(db, id)
  if (!session?.alive) return null
  const isValid = [session.current_hash, session.previous_hash].includes(hashToken(secret))
  return isValid ? { userId: session.user_id, sessionId: session.id } : null
}

type NeededSecrets = Pick<Secrets, 'hmac' | 'equal'>

/**
 * Secret half of a refresh token: random, with a MAC that binds it to its session. Session ids are not secret (lists and the audit log show them),
 * so an id with any other text neither signs a user out nor counts as a replay.
 */
export function newRefreshSecret(secrets: NeededSecrets, sessionId: string): string {
  const random = randomToken()
  return `${random}~${macOf(secrets, sessionId, random)}`
}

/** Whether we ever issued this secret for this session, however long ago. */
function wasIssuedFor(secrets: NeededSecrets, session: SessionRow, secret: string): boolean {
  // Sessions from before the MAC was introduced are recognised by their hashes.
  if ([session.current_hash, session.previous_hash].includes(hashToken(secret))) return true
  const [random = '', mac = ''] = secret.split('~')
  return secrets.equal('session-secret', mac, macOf(secrets, session.id, random))
}

const macOf = (secrets: NeededSecrets, sessionId: string, random: string) =>
  secrets.hmac('session-secret', `${sessionId}:${random}`).toString('base64url')
