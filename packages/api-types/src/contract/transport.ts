import ky, { HTTPError } from 'ky'
import type { CallOptions } from './client.ts'
import type { Operation } from './operation.ts'
import type { OutgoingRequest } from './request.ts'

const BASE_PATH = '/api/v1'

const BUSY = [502, 503, 504]

/**
 * Carries a request from a browser with this bearer; null: with none. A GET is tried again once, a POST only when its
 * Idempotency-Key makes that harmless.
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
      // A stream of events is open for as long as its screen.
      timeout: row.stream === 'events' ? false : 30_000,
      retry: { limit: repeatable ? 1 : 0, methods: ['get', 'post'], statusCodes: BUSY, afterStatusCodes: [] },
      throwHttpErrors: (status) => repeatable && BUSY.includes(status),
      headers: {
        accept: row.stream === 'events' ? 'text/event-stream' : 'application/json',
        ...options.headers,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(options.idempotencyKey && { 'idempotency-key': options.idempotencyKey }),
      },
      ...(request.json !== undefined && { json: request.json }),
      ...(request.form && { body: request.form }),
      ...(options.signal && { signal: options.signal }),
      ...(options.keepalive && { keepalive: true }),
    })
  } catch (error) {
    // ky has read the body of the answer it threw; the client reads problems from a fresh one.
    if (error instanceof HTTPError) return Response.json(error.data ?? null, error.response)
    throw error
  }
}
