import type { Deps } from '../../../deps.ts'

/** Maximum number of rows deleted per statement, small enough not to block the embedded database noticeably. */
export const PRUNE_ROWS = 200
/** Milliseconds after which a retention rule yields to the next one. The next hourly run continues. */
const RULE_MILLISECONDS = 30_000

/**
 * Deletes expired data, rule by rule and in small batches, so that other queries can run in between. A failing rule is logged and
 * does not block the others. Safe to retry: deleted rows are not found again, and rows locked by another run are left to it.
 */
export async function pruneExpired(
  { extensions, db, files, log }: Pick<Deps, 'extensions' | 'db' | 'files' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  for (const { name, days, prune } of extensions.retention) {
    if (!prune || days === null) continue
    const until = performance.now() + RULE_MILLISECONDS
    let total = 0
    try {
      for (let gone = PRUNE_ROWS; gone === PRUNE_ROWS && !signal.aborted && performance.now() < until; total += gone)
        gone = await prune({ db, files }, { days, limit: PRUNE_ROWS })
    } catch (error) {
      log.error({ err: error, rule: name }, 'what is past its days could not be taken away')
    }
    if (total > 0) log.info({ rule: name, total }, 'took away what is past its days')
  }
}
