import { operations } from '@flagyard/api-types'
import { recordAudit } from '../../../../audit-log/record.ts'
import { isUuid } from '../../../../db/sql.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError } from '../../../../errors.ts'
import type { AuditActor, CurrentUser } from '../../../../identity/current-user.ts'
import { allowedAmong, mayCall } from '../../../../identity/require-access.ts'
import { findAccount } from '../queries.ts'
import { canManageAccount } from '../service.ts'
import { endSession, endSessions, hasOpenSession } from './queries.ts'

/** Signs an account out of one device or of all devices. Its tokens stop working with the next call. */
export async function endSessionsOf(
  { db }: Pick<Deps, 'db'>,
  by: AuditActor,
  { username, id }: { username: string; id?: string },
): Promise<void> {
  const account = await findAccount(db, { username })
  if (account.id !== by.actor.id && !canManageAccount(by.actor, account))
    throw new ApiError('forbidden', 'Only owners can sign out another administrator.')
  await db.transaction(async (tx) => {
    if (id === undefined) await endSessions(tx, account.id, 'ended by an administrator')
    else if (isUuid(id) && (await hasOpenSession(tx, account.id, id)))
      await endSession(tx, id, 'ended by an administrator')
    else throw new ApiError('not_found', 'This device is no longer signed in.')
    await recordAudit(tx, {
      ...by,
      action: 'auth.end_sessions',
      subject: { type: 'user', id: account.username },
      after: { session: id ?? 'all' },
    })
  })
}

/** Actions the caller may take on an account's session, by the rules of `endSessionsOf`. */
export const allowedOnSession = (
  { state, user_id, roles }: { state: string; user_id: string; roles: string[] },
  caller: CurrentUser,
) =>
  allowedAmong({
    end:
      state === 'open' &&
      mayCall(operations.endUserSession, caller) &&
      (user_id === caller.id || canManageAccount(caller, { roles })),
  })
