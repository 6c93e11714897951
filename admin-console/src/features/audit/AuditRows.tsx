import type { AuditEntry } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/console-links'
import { Link } from '@flagyard/ui/Link'
import { Column, Rows } from '../../crud/list/Rows.tsx'
import { capitalised, countOf, formatMoment } from '../../lib/format.ts'
import { useReadsPeople } from '../../lib/useCapabilities.ts'
import { changesOf, type FieldChange } from './changes.ts'
import styles from './Difference.module.css'
import { entryLabel } from './labels.ts'

const Col = Column<AuditEntry>

/** Audit entries, of all subjects or of one. */
export function AuditRows({ withSubject = false, empty }: { withSubject?: boolean; empty: string }) {
  const readsPeople = useReadsPeople()
  return (
    <Rows<AuditEntry>
      hiddenColumns={['address']}
      primaryText={(entry) => (withSubject ? `${entryLabel(entry)} · ${nameOf(entry)}` : entryLabel(entry))}
      secondaryText={(entry) => (
        <>
          {`${entry.actor ?? 'the system'} · ${formatMoment(entry.at)}${entry.reason ? ` · ${entry.reason}` : ''}`}
          <Difference entry={entry} />
        </>
      )}
      empty={empty}
    >
      <Col source="at" label="Date" long render={(entry) => formatMoment(entry.at)} />
      <Col source="actor" label="Administrator" long render={(entry) => entry.actor ?? 'the system'} />
      <Col source="action" label="Action" long render={entryLabel} />
      {withSubject && <Col source="subject_id" label="Subject" long render={(entry) => <Subject entry={entry} />} />}
      <Col source="reason" label="Reason" long render={(entry) => entry.reason ?? '—'} />
      {readsPeople && <Col source="address" label="IP address" render={(entry) => entry.address ?? '—'} />}
      <Col source="after" label="Changes" long render={(entry) => <Difference entry={entry} />} />
    </Rows>
  )
}

/** Number of changed fields shown; the rest are collapsed. */
const AT_A_GLANCE = 3

function Difference({ entry }: { entry: Pick<AuditEntry, 'before' | 'after'> }) {
  const changes = changesOf(entry)
  if (changes.length === 0) return '—'
  const [shown, folded] = [changes.slice(0, AT_A_GLANCE), changes.slice(AT_A_GLANCE)]
  return (
    <div className={styles.difference}>
      <Changes changes={shown} />
      {folded.length > 0 && (
        <details>
          <summary>{countOf(folded.length, 'more field')}</summary>
          <Changes changes={folded} />
        </details>
      )}
    </div>
  )
}

const Changes = ({ changes }: { changes: FieldChange[] }) => (
  <ul className={styles.changes}>
    {changes.map(({ field, before, after }) => (
      <li key={field}>
        <span className={styles.field}>{field}:</span> {before !== null && <del>{before}</del>}
        {before !== null && after !== null && ' → '}
        {after !== null && <ins>{after}</ins>}
      </li>
    ))}
  </ul>
)

type Entry = Pick<AuditEntry, 'subject_type' | 'subject_id' | 'before' | 'after'>

/** Name of an entry's subject, linked to its page if it has one. */
function Subject({ entry }: { entry: Entry }) {
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
function nameOf(entry: Entry): string {
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
  brand: () => consolePaths.brand,
  legal_page: consolePaths.legalPage,
  home_page: () => consolePaths.homePage,
  settings: () => consolePaths.security,
}
