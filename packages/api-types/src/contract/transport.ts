import ky, { HTTPError } from 'ky'
import type { CallOptions } from './client.ts'
import type { Operation } from './operation.ts'
import type { OutgoingRequest } from './request.ts'

const BASE_PATH = '/api/v1'

const BUSY_STATUSES = [502, 503, 504]
/** Maximum wait before the retry, in milliseconds. The server sends Retry-After while its database restarts or fails over. */
const MAX_WAIT_MS = 5_000

/**
 * Sends a request from a browser, with the access token if there is one. Retries a GET once; retries a POST only with an Idempotency-Key, which makes
 * the repetition harmless.
 */
export async function transmit(
  request: OutgoingRequest,
  options: CallOptions,
  row: Operation,
  token: string | null,
): Promise<Response> {
  const repeatable = request.method === 'GET' || options.idempotencyKey !== undefined
  try {
    return await ky(BASE_PATH + request.path, {
      method: request.method,
      credentials: 'same-origin',
      // An event stream stays open as long as its screen. The server limits the duration of uploads.
      timeout: row.stream === 'events' || row.stream === 'tus' ? false : 30_000,
      retry: {
        limit: repeatable ? 1 : 0,
        methods: ['get', 'post'],
        statusCodes: BUSY_STATUSES,
        afterStatusCodes: [503],
        maxRetryAfter: MAX_WAIT_MS,
      },
      throwHttpErrors: (status) => repeatable && BUSY_STATUSES.includes(status),
      headers: {
        accept: row.stream === 'events' ? 'text/event-stream' : 'application/json',
        ...options.headers,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(options.idempotencyKey && { 'idempotency-key': options.idempotencyKey }),
      },
      ...(request.json !== undefined && { json: request.json }),
      ...(request.form && { body: request.form }),
      ...(options.bytes && { body: options.bytes }),
      ...(options.signal && { signal: options.signal }),
      ...(options.keepalive && { keepalive: true }),
    })
  } catch (error) {
    // ky has already read the body of the response it threw, so the client gets a new response with the same body.
    if (error instanceof HTTPError) return Response.json(error.data ?? null, error.response)
    throw error
  }
}
