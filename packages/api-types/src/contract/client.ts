import type { Input, Operation, Page, Reply, Rows } from './operation.ts'
import { fromProblem } from './problem.ts'
import { type OutgoingRequest, toRequest } from './request.ts'

export interface CallOptions {
  signal?: AbortSignal
  /** With a key, a repeated POST has a single effect, so it can be retried. */
  idempotencyKey?: string
  headers?: Record<string, string>
  /** Next chunk of an upload, instead of JSON. */
  bytes?: Blob
  /** Lets a small request outlive its page. */
  keepalive?: boolean
}

/** Sends one request. Apps use ky with the access token; server tests use Fastify's `inject`. */
export type Send = (request: OutgoingRequest, options: CallOptions, row: Operation) => Promise<Response>

export type Client<R extends Rows> = {
  readonly [K in keyof R]: keyof Input<R[K]> extends never
    ? (input?: Record<string, never>, options?: CallOptions) => Promise<Reply<R[K]>>
    : (input: Input<R[K]>, options?: CallOptions) => Promise<Reply<R[K]>>
}

/**
 * The typed client, with one function per operation. An error response is thrown as {@link ApiError}, a missing parameter
 * as {@link MissingParameterError}.
 */
export function createClient<const R extends Rows>(rows: R, { send }: { send: Send }): Client<R> {
  const calls = Object.entries(rows).map(([call, row]) => [
    call,
    async (input: Record<string, unknown> = {}, options: CallOptions = {}) =>
      read(await send(toRequest(call, row, input), options, row), row),
  ])
  return Object.fromEntries(calls) as Client<R>
}

async function read(response: Response, row: Operation): Promise<unknown> {
  if (!response.ok) {
    const retryAfter = Number(response.headers.get('retry-after'))
    throw fromProblem(
      response.status,
      await jsonOf(response),
      Number.isFinite(retryAfter) && retryAfter > 0 ? retryAfter : undefined,
    )
  }
  if (row.stream) return response
  if (response.status === 204) return undefined
  const body = await response.json()
  return row.list ? pageOf(body as unknown[], response) : body
}

async function jsonOf(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    return undefined // For example a proxy's HTML page; `fromProblem` then uses the status.
  }
}

function pageOf(data: unknown[], response: Response): Page<unknown> {
  const total = Number(response.headers.get('content-range')?.split('/')[1] ?? data.length)
  const isMarked = (header: string) => response.headers.get(header) === 'true'
  return { data, total, estimated: isMarked('x-total-estimated'), capped: isMarked('x-total-capped') }
}
