import type { Secrets } from '../../../../secrets.ts'
import { hashToken, randomToken } from '../../../../secrets.ts'
import type { SessionRow } from './queries.ts'

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
export function wasIssuedFor(secrets: NeededSecrets, session: SessionRow, secret: string): boolean {
  // Sessions from before the MAC was introduced are recognised by their hashes.
  if ([session.current_hash, session.previous_hash].includes(hashToken(secret))) return true
  const [random = '', mac = ''] = secret.split('~')
  return secrets.equal('session-secret', mac, macOf(secrets, session.id, random))
}

const macOf = (secrets: NeededSecrets, sessionId: string, random: string) =>
  secrets.hmac('session-secret', `${sessionId}:${random}`).toString('base64url')
