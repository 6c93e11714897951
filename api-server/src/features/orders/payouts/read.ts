import { eq, type SQL } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { payoutLines } from '../../../db/schema/index.ts'
import { isUuid } from '../../../db/uuid.ts'
import { ApiError } from '../../../errors.ts'
import { findPayout } from './queries.ts'

export async function readPayoutForAdmin(db: Db, id: string) {
  const payout = isUuid(id) ? await findPayout(db, id) : undefined
  if (!payout) throw new ApiError('not_found', 'There is no such payout.')
  return payout
}

/** Limits a list of lines to those of one payout. */
export const ofPayout = async (db: Db, { id = '' }: Record<string, string>): Promise<SQL> =>
  eq(payoutLines.payout_id, (await readPayoutForAdmin(db, id)).id)
