import { toProblem } from '@flagyard/api-types/contract/problem'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseUnavailable, isDiskFull } from '../db/open.ts'
import { ApiError, tooBusy } from '../errors.ts'
import { FileStoreUnavailableError } from '../integrations/files.ts'

/**
 * The only place where an error becomes a response. Unexpected errors are logged in full and answered without any of
 * their text.
 */
export function handleErrors(app: FastifyInstance) {
  app.setErrorHandler((error, request, reply) => {
    const problem = problemOf(error)
    // A client that disconnects is not our error.
    if (isAborted(error, request)) request.log.debug('The client went away')
    else if (isRefusal(error)) request.log[levelOf(error)]({ code: error.code, status: error.status }, error.message)
    else if (problem.status >= 500) request.log.error({ err: error }, 'Request failed')
    return sendProblem(reply, problem)
  })
}

export function sendProblem(reply: FastifyReply, problem: ApiError) {
  if (problem.retryAfter !== undefined) reply.header('retry-after', String(problem.retryAfter))
  reply.header('cache-control', 'no-store')
  // File headers do not apply to the error that is sent instead.
  reply.removeHeader('content-disposition')
  if (problem.code !== 'range_not_satisfiable') reply.removeHeader('content-range')
  return reply
    .code(problem.status)
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(toProblem(problem)))
}

export const pathNotFound = (request: FastifyRequest) =>
  new ApiError('not_found', `There is no ${request.method} ${request.url.split('?')[0]}.`)

/**
 * Intentional refusal: a mistake of the caller, or a limit that asks them to retry later. Callers can cause any number of them, so
 * they are never logged at a level that raises an alarm.
 */
const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status < 500 || error.retryAfter !== undefined)

/** Exceeded limits are logged by default, because they mean that callers are turned away. */
const levelOf = ({ status }: ApiError) => (status === 429 || status >= 500 ? 'info' : 'debug')

const isAborted = (error: unknown, { raw }: FastifyRequest) =>
  raw.destroyed && !raw.complete && (error as { code?: string }).code === 'ECONNRESET'

function problemOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (isDiskFull(error))
    return new ApiError('unavailable', 'We cannot save changes at the moment. Please try again in a few minutes.', {
      retryAfter: 60,
    })
  if (isDatabaseUnavailable(error))
    return new ApiError('unavailable', 'We cannot reach our database at the moment. Please try again shortly.', {
      retryAfter: 5,
    })
  if (error instanceof FileStoreUnavailableError)
    return new ApiError('unavailable', 'We cannot reach our files at the moment. Please try again shortly.', {
      retryAfter: 5,
    })
  const { statusCode = 500, code = '' } = (error ?? {}) as { statusCode?: number; code?: string }
  if (statusCode === 413 || code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new ApiError('too_large', 'The request is too large. Please send less at a time.')
  if (statusCode === 415) return new ApiError('unsupported_media', 'Please send JSON.')
  if (statusCode === 429)
    return new ApiError('rate_limited', 'Too many requests. Please wait a moment and try again.', { retryAfter: 10 })
  if (statusCode === 503) return tooBusy()
  if (statusCode >= 400 && statusCode < 500) return new ApiError('malformed', 'We could not read that request.')
  return new ApiError('unexpected', 'Something went wrong on our side. We have logged it. Please try again.')
}
