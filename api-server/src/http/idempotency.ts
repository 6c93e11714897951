import { createHash } from 'node:crypto'
import { ApiError } from '../errors.ts'
import { CachedResponse } from './cached-response.ts'
import type { AnyCall } from './handler-context.ts'
import { claimKey, releaseKey, saveAnswer } from './idempotency-queries.ts'

/**
 * Answers a repeated request with the first response. Without the header the handler's own rules keep the effect
 * single; with it, concurrent repeats also get the same response.
 */
export async function withIdempotencyKey(
  operation: string,
  call: AnyCall,
  handler: () => unknown,
  serialize: (value: unknown) => string,
): Promise<unknown> {
  const header = call.request.headers['idempotency-key']
  if (header === undefined) return handler()
  const key = String(header)
  if (key.length < 1 || key.length > 200)
    throw new ApiError('malformed', 'An Idempotency-Key must have 1 to 200 characters.')

  const { db } = call.deps
  const row = { account: call.user?.id ?? `address:${call.address}`, operation, key }
  const requestHash = createHash('sha256')
    .update(JSON.stringify([call.params, call.query, call.body]))
    .digest('base64url')
  const claim = await claimKey(db, { ...row, request_hash: requestHash })
  if (claim.kind === 'mismatch')
    throw new ApiError('idempotency_conflict', 'This Idempotency-Key was used for a different request.')
  if (claim.kind === 'running')
    throw new ApiError('conflict', 'The same request is still being processed. Please try again in a moment.', {
      retryAfter: 1,
    })
  if (claim.kind === 'answered') return claim.body ?? undefined

  try {
    const value = await handler()
    await saveAnswer(
      db,
      row,
      value === undefined || value instanceof CachedResponse ? null : JSON.parse(serialize(value) || 'null'),
    )
    return value
  } catch (error) {
    await releaseKey(db, row)
    throw error
  }
}
