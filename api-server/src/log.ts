import Fastify, { type FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import { describeError } from './describe-error.ts'

/** One line of JSON for each entry, whatever it holds. */
export function createLog(
  { logLevel }: Pick<Config, 'logLevel'>,
  sink: { write(line: string): void } = standardOutput(),
): FastifyBaseLogger {
  return Fastify({ logger: { level: logLevel, redact, serializers: { err: describeError }, stream: sink } }).log
}

const redact = ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.token', '*.credentials', '*.secret']

/** What cannot be written, on a full disk or into a closed pipe, is lost and told once; nobody waits for it or hears of it. */
function standardOutput() {
  process.stdout.once('error', ({ message }) => process.stderr.write(`The log cannot be written: ${message}\n`))
  // Both often lead to the same file: then there is nowhere left to tell it.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  return process.stdout
}
