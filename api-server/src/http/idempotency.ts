import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '../db/open.ts'
import { ApiError } from '../errors.ts'
import { CachedResponse } from './cached-response.ts'
import type { AnyCall } from './handler-context.ts'
import { type Claim, claimKey, type Key, releaseKey, saveReply } from './idempotency-queries.ts'

/**
 * Answers a repeated request with the first response. Without the header the handler's own rules keep the effect
 * single; with it, concurrent repeats wait for the first and get the same response. Replies may hold credentials or
 * codes, so they are stored sealed.
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

  const { db, secrets } = call.deps
  const row = { account: call.user?.id ?? `address:${call.address}`, operation, key }
  const requestHash = createHash('sha256')
    .update(JSON.stringify([call.params, call.query, call.body]))
    .digest('base64url')
  const claim = await claimOrWait(db, { ...row, request_hash: requestHash })
  if (claim.kind === 'mismatch')
    throw new ApiError('idempotency_conflict', 'This Idempotency-Key was used for a different request.')
  if (claim.kind === 'running')
    throw new ApiError('conflict', 'The same request is still being processed. Please try again in a moment.', {
      retryAfter: 1,
    })
  const rowId = Object.values(row).join(':')
  if (claim.kind === 'answered')
    return claim.reply === null ? undefined : JSON.parse(secrets.open('idempotent-reply', rowId, claim.reply))

  try {
    const value = await handler()
    const text = value === undefined || value instanceof CachedResponse ? '' : serialize(value)
    await saveReply(db, row, text === '' ? null : secrets.seal('idempotent-reply', rowId, text))
    return value
  } catch (error) {
    await releaseKey(db, row)
    throw error
  }
}

/** How long a repeat waits for the request that came first, and how often it asks. */
const WAIT_MS = 10_000
const ASK_EVERY_MS = 100

/** Claims the key, or waits until the request that holds it has an answer or gave it up. */
async function claimOrWait(db: Db, row: Key & { request_hash: string }): Promise<Claim> {
  for (let waited = 0; ; waited += ASK_EVERY_MS) {
    const claim = await claimKey(db, row)
    if (claim.kind !== 'running' || waited >= WAIT_MS) return claim
    await pause(ASK_EVERY_MS)
  }
}
