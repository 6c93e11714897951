import type { Deps } from '../../../../deps.ts'
import { ApiError } from '../../../../errors.ts'
import { hashToken, randomToken } from '../../../../secrets.ts'
import { insertMailToken } from '../mail-token-queries.ts'
import type { Account } from '../queries.ts'

export const DELETION_PENDING = 'This account is closed and will be erased soon. Until then you can still keep it.'

/** Minutes for which the undo link from signing in to a closed account is valid. */
const UNDO_MINUTES = 15

/**
 * An account waiting for deletion gets no session. Once authenticated, its owner gets a token that cancels the deletion like the mailed link does
 * (docs/decisions/0011).
 */
export async function assertNoPendingDeletion(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  account: Account,
): Promise<void> {
  const due = account.deletion_due_at
  if (!due) return
  if (due <= clock.now()) throw new ApiError('forbidden', 'This account is being erased, as requested.')
  const token = randomToken()
  await insertMailToken(db, {
    user_id: account.id,
    kind: 'deletion_undo',
    token_hash: hashToken(token),
    expires_at: new Date(Math.min(due.getTime(), clock.now().getTime() + UNDO_MINUTES * 60_000)),
  })
  throw new ApiError('deletion_pending', DELETION_PENDING, { extra: { token, due_at: due.toISOString() } })
}
