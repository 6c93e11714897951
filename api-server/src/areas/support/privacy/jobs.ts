import type { RetentionRule as ShownRule } from '@flagyard/api-types'
import { privacyRequests, users } from '../../../db/schema/index.ts'
import type { Deps } from '../../../deps.ts'
import type { RetentionRule } from '../../../extension-points/extensions.ts'
import type { Job } from '../../../jobs/job.ts'
import { eraseAddressData } from './address.ts'
import { UNDO_DAYS } from './deletion.ts'
import { eraseDueAccounts, sendDeletionReminders } from './erasure.ts'
import { ARCHIVE_DAYS, failStuckExports, fileOf, makeExport } from './exports.ts'
import * as queries from './queries.ts'

type NeededDeps = Pick<Deps, 'db' | 'files' | 'config' | 'clock' | 'queue' | 'log' | 'extensions'>

export const privacyJobs = (deps: NeededDeps): Job<never>[] => {
  const make: Job<{ id: string }> = { name: 'privacy.export', concurrency: 1, handle: ({ id }) => makeExport(deps, id) }
  const eraseAddress: Job<{ id: string }> = {
    name: 'privacy.erase-address',
    concurrency: 1,
    handle: ({ id }) => eraseAddressData(deps, id),
  }
  return [
    make as unknown as Job<never>,
    eraseAddress as unknown as Job<never>,
    {
      name: 'privacy.sweep',
      async handle() {
        await failStuckExports(deps)
        await sendDeletionReminders(deps)
        await eraseDueAccounts(deps)
      },
    },
    { name: 'privacy.prune', expireInSeconds: 1800, handle: (_data, { signal }) => pruneExpired(deps, signal) },
  ]
}

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
      log.error({ err: error, rule: name }, 'deleting expired data failed')
    }
    if (total > 0) log.info({ rule: name, total }, 'deleted expired data')
  }
}

export const privacyRetention: readonly RetentionRule[] = [
  {
    name: 'deleted-accounts',
    what: 'An account whose deletion you requested, with all of its data',
    days: UNDO_DAYS,
    since: 'after your request',
    why: 'So that you can change your mind.',
    tables: [users],
  },
  {
    name: 'archives',
    what: 'An archive of your data',
    days: ARCHIVE_DAYS,
    since: 'after it was created',
    why: 'So that you can download it.',
    tables: [privacyRequests],
    /** The file is deleted first, so an interruption leaves at most a row without a file. */
    async prune({ db, files }, batch) {
      const old = await queries.listOldArchives(db, batch)
      for (const { id } of old) {
        await files.remove(fileOf(id))
        await queries.retireExport(db, id, 'ready')
      }
      return old.length
    },
  },
]

/** Rules for the public page: shortest retention first, unlimited last. */
export function listRetention({ extensions }: Pick<Deps, 'extensions'>): ShownRule[] {
  const shown = extensions.retention.map(({ what, days, since, why }) => ({ what, days, since, why }))
  const bounded = shown.filter(({ days }) => days !== null).toSorted((a, b) => (a.days ?? 0) - (b.days ?? 0))
  const unbounded = shown.filter(({ days }) => days === null)
  const isForever = ({ since }: ShownRule) => Number(since === 'forever')
  return [...bounded, ...unbounded.toSorted((a, b) => isForever(a) - isForever(b) || a.since.localeCompare(b.since))]
}
