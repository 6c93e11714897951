import type { Deps } from '../../deps.ts'

/** Rows that one statement takes away: so few that the embedded database is held for the blink of an eye. */
export const PRUNE_ROWS = 200
/** A rule gives way to the next after so long; the run of the next hour goes on. */
const RULE_MILLISECONDS = 30_000

/**
 * Takes away what is past its days, rule by rule and in small batches, between which others have their turn. A rule that fails is logged
 * and holds up no other. Replay: what is gone is not found again, and rows that another run holds are left to it.
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
