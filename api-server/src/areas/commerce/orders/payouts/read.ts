import type { Db } from '../../../../db/open.ts'
import { isUuid } from '../../../../db/uuid.ts'
import { ApiError } from '../../../../errors.ts'
import { findPayout } from './queries.ts'

export async function readPayoutForAdmin(db: Db, id: string) {
  const payout = isUuid(id) ? await findPayout(db, id) : undefined
  if (!payout) throw new ApiError('not_found', 'There is no such payout.')
  return payout
}
