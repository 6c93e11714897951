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
