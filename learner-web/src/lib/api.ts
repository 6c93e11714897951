import type { Operation } from '@flagyard/api-types'
import { type CallOptions, createClient, type Send } from '@flagyard/api-types/contract/client'
import type { OutgoingRequest } from '@flagyard/api-types/contract/request'
import { learnerOperations } from '@flagyard/api-types/learner'
import { retryOn401 } from '@flagyard/auth'
import ky, { HTTPError } from 'ky'
// biome-ignore lint/suspicious/noImportCycles: the session fetches this file later, by its first call.
import { session } from './session.ts'

export const BASE_PATH = '/api/v1'

/** Public auth calls stand for themselves: they carry no token, and a 401 from them is an answer, not an end. */
const send: Send = (request, options, row) =>
  row.auth === 'public' && row.path.startsWith('/auth/')
    ? transmit(request, options, row, null)
    : retryOn401(session, (token) => transmit(request, options, row, token))

export const api = createClient(learnerOperations, { send })

const BUSY = [502, 503, 504]

/** A GET is tried again once, a POST only when its Idempotency-Key makes that harmless. */
async function transmit(
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
      retry: {
        limit: repeatable ? 1 : 0,
        methods: ['get', 'post'],
        statusCodes: BUSY,
        afterStatusCodes: [],
      },
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
