/** Whether the error is a violation of the named unique constraint, or of any if no name is given. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  for (let current: unknown = error, depth = 0; current && depth < 5; depth++) {
    const { code, constraint: violated, cause } = current as { code?: unknown; constraint?: unknown; cause?: unknown }
    if (code === '23505') return constraint === undefined || violated === constraint
    current = cause
  }
  return false
}

/** Whether Postgres cancelled the statement because of its time limit. */
export const isCancelled = (error: unknown): boolean => hasCode(error, '57014')

/** Whether the statement needs an extension that is installed, but not in `shared_preload_libraries`. */
export const isNotLoaded = (error: unknown): boolean => hasCode(error, '55000')

function hasCode(error: unknown, wanted: string): boolean {
  for (let current: unknown = error, depth = 0; current && depth < 5; depth++) {
    const { code, cause } = current as { code?: unknown; cause?: unknown }
    if (code === wanted) return true
    current = cause
  }
  return false
}

/** Whether the database cannot serve requests right now (down, restarting, out of connections, too slow), so that a later retry makes sense. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
    if (codes.has(code) || code.startsWith('08') || messages.some((text) => cause.message.includes(text))) {
      return true
    }
    if (cause instanceof AggregateError && cause.errors.some(isDatabaseUnavailable)) return true
  }
  return false
}

const codes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
  // Includes a full disk: the operator has to free space, and nothing is lost meanwhile.
  ...['ENOSPC', '53100', '53300', '57014', '57P01', '57P02', '57P03', '57P05', '25P03'],
])

/** Whether a write failed because the disk is full. */
export function isDiskFull(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ('code' in cause && (cause.code === 'ENOSPC' || cause.code === '53100')) return true
  return false
}

/** Messages of driver errors without a code. */
const messages = [
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Connection terminated',
  'Query read timeout',
  'is not queryable',
  'The database did not answer',
  'This host is a standby',
]
