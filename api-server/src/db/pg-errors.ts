/** Whether the failure is the named unique rule (or any, without a name). */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  for (let at: unknown = error, depth = 0; at && depth < 5; depth++) {
    const { code, constraint: broken, cause } = at as { code?: unknown; constraint?: unknown; cause?: unknown }
    if (code === '23505') return constraint === undefined || broken === constraint
    at = cause
  }
  return false
}

/** Whether the database stopped a statement because its time was over. */
export function isCancelled(error: unknown): boolean {
  for (let at: unknown = error, depth = 0; at && depth < 5; depth++) {
    const { code, cause } = at as { code?: unknown; cause?: unknown }
    if (code === '57014') return true
    at = cause
  }
  return false
}

/** Whether the error says that the database cannot serve now (down, restarting, all connections busy, too slow), so that trying again later makes sense. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
    if (codes.has(code) || code.startsWith('08') || sentences.some((sentence) => cause.message.includes(sentence))) {
      return true
    }
    if (cause instanceof AggregateError && cause.errors.some(isDatabaseUnavailable)) return true
  }
  return false
}

const codes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['53300', '57014', '57P01', '57P02', '57P03', '57P05', '25P03'],
])

/** What the driver says without a code. */
const sentences = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Query read timeout',
  'is not queryable',
  'The database did not answer',
]
