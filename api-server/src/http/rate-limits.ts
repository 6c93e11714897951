import type { Operation } from '@flagyard/api-types/contract/operation'
import type { FastifyRequest } from 'fastify'
import type { Db } from '../db/open.ts'
import type { Deps } from '../deps.ts'
import type { CurrentUser } from '../identity/current-user.ts'
import { clientNetwork } from '../limits/client-network.ts'
import { assertAttemptLeft, consumeAttempt } from '../limits/consume-attempt.ts'
import { type CallAttempts, type CallLimits, countCall, windowOf } from '../limits/queries.ts'
import { rateClasses } from '../limits/rate-classes.ts'

/** Counts a call, and may read in the same statement what its handler needs (limits/queries.ts, `countingCall`). */
export type CountCall = (
  db: Db,
  limits: CallLimits,
  call: { user: CurrentUser; params: Record<string, string> },
) => Promise<CallAttempts>

/** Counts this call in Postgres, so that replicas share one count, and refuses it with Retry-After above the limit. */
export async function limitRate(
  deps: Pick<Deps, 'db' | 'clock'>,
  row: Operation,
  request: FastifyRequest,
  count: CountCall = countCall,
): Promise<CallAttempts | null> {
  if (!row.rate) return null
  const { user } = request
  const { byAccount, byAddress, seconds } = rateClasses[row.rate]
  const key = `${row.rate}:${row.path}`
  const address = `${key}:address:${clientNetwork(request.ip)}`
  if (!user) {
    await consumeAttempt(deps, address, byAddress, seconds)
    return null
  }
  const account = `${key}:account:${user.id}`
  const limits = { account, address, byAccount, ...windowOf(deps.clock.now(), seconds) }
  const counted = await count(deps.db, limits, { user, params: request.params as Record<string, string> })
  assertAttemptLeft(deps, counted.account, byAccount)
  if (counted.address) assertAttemptLeft(deps, counted.address, byAddress)
  return counted
}
