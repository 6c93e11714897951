import type { AuditEntry } from '@flagyard/api-types'
import { consolePaths, filteredList, paths } from '@flagyard/api-types/links'
import { Link } from '@flagyard/ui/Link'
import { capitalised, countOf } from '../../lib/format.ts'

type Entry = Pick<AuditEntry, 'subject_type' | 'subject_id' | 'before' | 'after'>

/** What an entry is about, by its name, with the way to it where it has a page. */
export function Subject({ entry }: { entry: Entry }) {
  const name = <span className={entry.subject_type === 'voucher_batch' ? undefined : 'mono'}>{nameOf(entry)}</span>
  const to = pageOf[entry.subject_type]?.(entry.subject_id)
  return to ? <Link to={to}>{name}</Link> : name
}

/** A batch has no name of its own: it is told by what is in it. */
export function nameOf({ subject_type, subject_id, after }: Entry): string {
  if (subject_type === 'list') return capitalised(subject_id)
  const { count, kind, target } = (after ?? {}) as { count?: number; kind?: string; target?: string }
  if (subject_type !== 'voucher_batch' || !count || !target) return subject_id
  return `${countOf(count, 'voucher')} for the ${kind} ${target}`
}

const pageOf: Readonly<Record<string, (id: string) => string>> = {
  user: consolePaths.user,
  cloud_account: (id) =>
    /^\d{12}$/.test(id)
      ? consolePaths.awsAccount(id)
      : /^[0-9a-f]{8}-/.test(id)
        ? consolePaths.azureSubscription(id)
        : consolePaths.gcpProject(id),
  banner: consolePaths.banner,
  bulk_job: consolePaths.bulkJob,
  certificate: paths.certificate,
  voucher: (id) => filteredList('listVouchers', { id: [id] }),
  voucher_batch: (id) => filteredList('listVouchers', { batch: id }),
  settings: () => consolePaths.security,
}
