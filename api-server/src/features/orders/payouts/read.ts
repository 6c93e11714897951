import type { Accepted } from '@flagyard/api-types/contract/operation'
import { isUuid } from '../../../db/uuid.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../errors.ts'
import * as queries from './queries.ts'

export async function readPayoutPage({ db }: Pick<Deps, 'db'>, id: string): Promise<Accepted<'payoutPage'>> {
  const payout = isUuid(id) ? await queries.findPayout(db, id) : undefined
  if (!payout) throw new ApiError('not_found', 'There is no such payout.')
  return { ...payout, lines: await queries.listLines(db, id), lines_total: await queries.countLines(db, id) }
}
