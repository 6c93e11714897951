import type { Operation } from '@flagyard/api-types/contract/operation'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { clientNetwork } from '../limits/client-network.ts'
import { consumeAttempt } from '../limits/consume-attempt.ts'
import { rateClasses } from '../limits/rate-classes.ts'

/** Counts this call in Postgres, so that replicas share one count, and refuses it with Retry-After above the limit. */
export async function limitRate(deps: Pick<Deps, 'db' | 'clock'>, row: Operation, request: FastifyRequest) {
  if (!row.rate) return
  const { byAccount, byAddress, seconds } = rateClasses[row.rate]
  const key = `${row.rate}:${row.path}`
  const account = request.user?.id
  if (account) await consumeAttempt(deps, `${key}:account:${account}`, byAccount, seconds)
  await consumeAttempt(deps, `${key}:address:${clientNetwork(request.ip)}`, byAddress, seconds)
}
