import Fastify, { type FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import { currentIds } from './tracing.ts'

/** Writes each entry as one line of JSON. */
export function createLog(
  { logLevel }: Pick<Config, 'logLevel'>,
  sink: { write(line: string): void } = standardOutput(),
): FastifyBaseLogger {
  return Fastify({
    logger: { level: logLevel, redact, serializers: { err: describeError }, mixin: currentIds, stream: sink },
  }).log
}

const redact = ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.token', '*.credentials', '*.secret']

/** Entries that cannot be written, because of a full disk or a closed pipe, are lost. This is reported once and never blocks or fails the caller. */
function standardOutput() {
  process.stdout.once('error', ({ message }) => process.stderr.write(`The log cannot be written: ${message}\n`))
  // Both streams often lead to the same file, in which case the error cannot be reported anywhere.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  return process.stdout
}

type DescribedError = {
  type: string
  message: string
  stack: string
  code?: string
  cause?: DescribedError
}

/**
 * An error in a form that is safe to write to the log, to a failed job or to the terminal. The values of a failed statement are never included,
 * because they contain password hashes, mailed tokens and addresses. A statement is described by its SQL and its number of parameters, and the
 * database error by its code, because its text quotes values.
 */
function describeError(error: unknown): DescribedError {
  if (!isErrorLike(error)) return { type: typeof error, message: String(error), stack: '' }
  const { name, code, cause } = error
  const type = name && name !== 'Error' ? name : error.constructor.name
  return {
    type,
    message: messageOf(error),
    stack: framesOf(error),
    ...(typeof code === 'string' && { code }),
    ...(cause !== undefined && { cause: describeError(cause) }),
  }
}

interface ErrorLike {
  name?: string
  message: string
  stack?: string
  code?: unknown
  cause?: unknown
  /** SQL of a failed statement. */
  query?: unknown
  params?: unknown
}

/** The queue passes errors on as plain objects with the same properties. */
const isErrorLike = (error: unknown): error is ErrorLike =>
  error instanceof Error ||
  (typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string')

/** Converts a described error to an Error, for callers that require one. */
export function toDescribedError(error: unknown): Error {
  const { message, stack, code, cause } = describeError(error)
  const codes = [code, cause?.code].filter((one) => one !== undefined)
  const described = new Error(codes.length > 0 ? `${message} (${codes.join(', ')})` : message)
  described.stack = `${described.message}\n${stack}`
  return described
}

function messageOf(error: ErrorLike): string {
  const { query, params, message } = error
  if (typeof query === 'string' && Array.isArray(params))
    return `Failed query with ${params.length} parameters: ${query}`
  return isFromDatabase(error) ? 'The database refused the statement' : message
}

/** Errors from Postgres, with any driver: they have a severity and a five-character SQLSTATE. */
const isFromDatabase = (error: ErrorLike) => 'severity' in error && /^[0-9A-Z]{5}$/.test(String(error.code))

/** Only the stack frames: a stack begins with the message, which may have several lines. */
const framesOf = ({ stack = '' }: ErrorLike) =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')
