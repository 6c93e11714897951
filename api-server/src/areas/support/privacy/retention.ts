import type { RetentionRule as ShownRule } from '@flagyard/api-types'
import { privacyRequests, users } from '../../../db/schema/index.ts'
import type { Deps } from '../../../deps.ts'
import type { RetentionRule } from '../../../extension-points/extensions.ts'
import { UNDO_DAYS } from './deletion.ts'
import { fileOf, KEPT_DAYS } from './exports.ts'
import * as queries from './queries.ts'

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
    days: KEPT_DAYS,
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
