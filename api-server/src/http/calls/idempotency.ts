import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '../../db/open.ts'
import { ApiError } from '../../errors.ts'
import { CachedResponse } from '../cached-response.ts'
import type { AnyCall } from './handler-context.ts'
import { type Claim, claimKey, type Key, releaseKey, renewClaim, saveReply } from './queries.ts'

/**
 * Answers a repeated request with the first response. Without the header, the handler's own rules prevent a second effect; with it,
 * concurrent repeats also wait for the first and get the same response. Responses may contain credentials or codes, so they are
 * stored encrypted.
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
  const row = { account: accountOf(call), operation, key }
  // Keyed hash, because a body may contain a password, which could be guessed from a plain hash.
  const requestHash = secrets.hmac('idempotent-reply', bodyOf(call)).toString('base64url')
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

  const renewing = setInterval(
    () =>
      void renewClaim(db, row).catch((err: unknown) =>
        call.log.warn({ err }, 'The claim of a request was not renewed'),
      ),
    RENEW_EVERY_MS,
  )
  try {
    const value = await handler()
    const text = value === undefined || value instanceof CachedResponse ? '' : serialize(value)
    await saveReply(db, row, text === '' ? null : secrets.seal('idempotent-reply', rowId, text))
    return value
  } catch (error) {
    await releaseKey(db, row)
    throw error
  } finally {
    clearInterval(renewing)
  }
}

/** Well below the time after which a claim is taken over. */
const RENEW_EVERY_MS = 2_000

type Sent = Pick<AnyCall, 'user' | 'address' | 'params' | 'request'> & { query: unknown; body: unknown }

const accountOf = ({ user, address }: Sent) => user?.id ?? `address:${address}`
const bodyOf = ({ params, query, body }: Sent) => JSON.stringify([params, query, body])

/**
 * Id of the object that a call creates: the same for repeats with the same key, otherwise random. If a process died before it
 * answered, its key is taken over, and this id finds the object instead of creating it twice.
 */
export function effectIdOf(operation: string, call: Sent): string {
  const key = call.request.headers['idempotency-key']
  if (key === undefined) return randomUUID()
  const made = [accountOf(call), operation, String(key), bodyOf(call)]
  const hex = createHash('sha256').update(JSON.stringify(made)).digest('hex')
  // UUID version 8, for custom formats.
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}

/** Maximum time that a repeated request waits for the first one, in milliseconds. */
const WAIT_MS = 10_000
/** Polling interval of a repeated request that waits for the first one, in milliseconds. */
const ASK_EVERY_MS = 100

/** Claims the key, or waits until the request that holds it has a response or releases it. */
async function claimOrWait(db: Db, row: Key & { request_hash: string }): Promise<Claim> {
  for (let waited = 0; ; waited += ASK_EVERY_MS) {
    const claim = await claimKey(db, row)
    if (claim.kind !== 'running' || waited >= WAIT_MS) return claim
    await pause(ASK_EVERY_MS)
  }
}
