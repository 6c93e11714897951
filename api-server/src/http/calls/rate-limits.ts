import type { Operation } from '@flagyard/api-types/contract/operation'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { assertCallLeft, consumeAttempt } from '../../limits/consume-attempt.ts'
import { type CallLimits, countCall, windowOf } from '../../limits/queries.ts'
import { clientNetwork, rateClasses } from '../../limits/rate-classes.ts'

/** Counts this call in Postgres, so that replicas share one count. Throws 429 with Retry-After above the limit. */
export async function limitRate(
  deps: Pick<Deps, 'db' | 'clock'>,
  row: Operation,
  request: FastifyRequest,
): Promise<void> {
  if (!row.rate) return
  const { byAddress, seconds } = rateClasses[row.rate]
  const limits = limitsOfCall(deps, row, request)
  if (limits) assertCallLeft(deps, limits, await countCall(deps.db, limits))
  else await consumeAttempt(deps, addressKey(row, request), byAddress, seconds)
}

/** Rate limits of an account's call. Null for visitors, and for rows without a limit. */
export function limitsOfCall(
  { clock }: Pick<Deps, 'clock'>,
  row: Operation,
  request: FastifyRequest,
): CallLimits | null {
  if (!row.rate || !request.user) return null
  const { byAccount, byAddress, seconds } = rateClasses[row.rate]
  const account = `${row.rate}:${row.path}:account:${request.user.id}`
  return { account, address: addressKey(row, request), byAccount, byAddress, ...windowOf(clock.now(), seconds) }
}

const addressKey = ({ rate, path }: Operation, { address }: FastifyRequest) =>
  `${rate}:${path}:address:${clientNetwork(address)}`
