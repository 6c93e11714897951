import { recordAudit } from '../../../audit-log/record.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../errors.ts'
import type { AuditActor } from '../../../identity/current-user.ts'
import { findByUsername } from '../queries.ts'
import { isBeyondReach } from '../reach.ts'
import { endSession, endSessions, isOwnSession } from './queries.ts'

/** Signs an account out of one device, or of all: access and refresh are refused from the next call on. */
export async function endSessionsOf(
  { db }: Pick<Deps, 'db'>,
  { actor, address }: AuditActor,
  { username, id }: { username: string; id?: string },
): Promise<void> {
  const account = await findByUsername(db, username)
  if (!account) throw new ApiError('not_found', `There is no account ${username}.`)
  if (account.id !== actor.id && isBeyondReach(actor, account))
    throw new ApiError('forbidden', 'Signing another administrator out needs the capability owner.')
  await db.transaction(async (tx) => {
    if (id === undefined) await endSessions(tx, account.id, 'ended by an administrator')
    else if (UUID.test(id) && (await isOwnSession(tx, account.id, id)))
      await endSession(tx, id, 'ended by an administrator')
    else throw new ApiError('not_found', 'This device is not signed in any more.')
    await recordAudit(tx, {
      ...{ actor, address, action: 'auth.end_sessions', subject: { type: 'user', id: account.username } },
      after: { session: id ?? 'all' },
    })
  })
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
