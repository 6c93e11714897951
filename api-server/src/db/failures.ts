/** Postgres' codes for "not now": shutting down, starting up, too many connections, out of memory or disk, query cancelled by time-out. */
const away = /^(57P0[0-3]|57014|53[0-9A-Z]{3}|08[0-9A-Z]{3})$/
const network = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH'])

/** Whether the failure is the database being away, slow or full, so that trying again later makes sense (faults 7–9). */
export function isDatabaseAway(error: unknown): boolean {
  for (let at: unknown = error, depth = 0; at && depth < 5; depth++) {
    const { code, message, cause, errors } = at as { code?: unknown; message?: unknown; cause?: unknown; errors?: unknown[] }
    if (typeof code === 'string' && (away.test(code) || network.has(code))) return true
    if (typeof message === 'string' && /timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error/i.test(message))
      return true
    at = cause ?? errors?.[0]
  }
  return false
}

/** Whether the failure is the named unique rule (or any, without a name). */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  for (let at: unknown = error, depth = 0; at && depth < 5; depth++) {
    const { code, constraint: broken, cause } = at as { code?: unknown; constraint?: unknown; cause?: unknown }
    if (code === '23505') return constraint === undefined || broken === constraint
    at = cause
  }
  return false
}
