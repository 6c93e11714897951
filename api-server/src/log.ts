import Fastify, { type FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import { describeError } from './describe-error.ts'

/** Writes each entry as one line of JSON. */
export function createLog(
  { logLevel }: Pick<Config, 'logLevel'>,
  sink: { write(line: string): void } = standardOutput(),
): FastifyBaseLogger {
  return Fastify({ logger: { level: logLevel, redact, serializers: { err: describeError }, stream: sink } }).log
}

const redact = ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.token', '*.credentials', '*.secret']

/** Entries that cannot be written, because of a full disk or a closed pipe, are lost. This is reported once and never blocks or fails the caller. */
function standardOutput() {
  process.stdout.once('error', ({ message }) => process.stderr.write(`The log cannot be written: ${message}\n`))
  // Both streams often lead to the same file, in which case the error cannot be reported anywhere.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  return process.stdout
}
