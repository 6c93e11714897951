import type { AuditEntry } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/links'
import { Link } from '@flagyard/ui/Link'
import { capitalised, countOf } from '../../lib/format.ts'

type Entry = Pick<AuditEntry, 'subject_type' | 'subject_id' | 'before' | 'after'>

/** Name of an entry's subject, linked to its page if it has one. */
export function Subject({ entry }: { entry: Entry }) {
  const type = typeOf(entry)
  const className = type === 'voucher_batch' ? '' : 'mono'
  const to = pageOf[type]?.(entry.subject_id)
  return to ? (
    <Link to={to} className={className}>
      {nameOf(entry)}
    </Link>
  ) : (
    <span className={className}>{nameOf(entry)}</span>
  )
}

/** Voucher batches have no name and are described by their content. */
export function nameOf(entry: Entry): string {
  const { subject_id } = entry
  if (entry.subject_type === 'list') return capitalised(subject_id)
  const { count, kind, target } = batchOf(entry)
  return count && target ? `${countOf(count, 'voucher')} for the ${kind} ${target}` : subject_id
}

/** Entries written before batches had their own type have a voucher type, but contain the number of vouchers. */
const typeOf = (entry: Entry) => (batchOf(entry).count ? 'voucher_batch' : entry.subject_type)

const batchOf = ({ subject_type, after }: Entry) =>
  (subject_type.startsWith('voucher') ? (after ?? {}) : {}) as { count?: number; kind?: string; target?: string }

const pageOf: Readonly<Record<string, (id: string) => string>> = {
  user: consolePaths.user,
  deployment: consolePaths.deployment,
  exam_incident: consolePaths.examIncident,
  cloud_account: (id) =>
    /^\d{12}$/.test(id)
      ? consolePaths.awsAccount(id)
      : /^[0-9a-f]{8}-/.test(id)
        ? consolePaths.azureSubscription(id)
        : consolePaths.gcpProject(id),
  banner: consolePaths.banner,
  lab: consolePaths.lab,
  exam: consolePaths.exam,
  bundle: consolePaths.bundle,
  alarm: consolePaths.alarm,
  alarm_settings: () => consolePaths.alarmSettings,
  group_reservation: () => consolePaths.pool,
  region: () => consolePaths.pool,
  bulk_job: consolePaths.bulkJob,
  certificate: consolePaths.certificate,
  order: consolePaths.order,
  month: consolePaths.month,
  voucher: consolePaths.voucher,
  voucher_batch: consolePaths.voucherBatch,
  seller: () => consolePaths.seller,
  settings: () => consolePaths.security,
}
