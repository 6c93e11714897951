import type { AuditEntry } from '@flagyard/api-types'
import { Column } from '../../crud/Column.tsx'
import { ResourceLink } from '../../crud/ResourceLink.tsx'
import { Rows } from '../../crud/Rows.tsx'
import { formatMoment } from '../../lib/format.ts'
import { Difference } from './Difference.tsx'
import { actionLabel } from './labels.ts'

/** What was changed, by whom and why: of everything, or of one subject. */
export const AuditRows = ({ withSubject = false, empty }: { withSubject?: boolean; empty: string }) => (
  <Rows<AuditEntry>
    hiddenColumns={['address']}
    primaryText={(entry) =>
      withSubject ? `${actionLabel(entry.action)} · ${entry.subject_id}` : actionLabel(entry.action)
    }
    secondaryText={(entry) => (
      <>
        {`${entry.actor ?? 'the system'} · ${formatMoment(entry.at)}${entry.reason ? ` · ${entry.reason}` : ''}`}
        <Difference entry={entry} />
      </>
    )}
    empty={empty}
  >
    <Column<AuditEntry> source="at" label="When" cellClassName="long" render={(entry) => formatMoment(entry.at)} />
    <Column<AuditEntry> source="actor" label="Who" render={(entry) => entry.actor ?? 'the system'} />
    <Column<AuditEntry>
      source="action"
      label="What"
      cellClassName="long"
      render={(entry) => actionLabel(entry.action)}
    />
    {withSubject && (
      <Column<AuditEntry>
        source="subject_id"
        label="On"
        cellClassName="long"
        render={(entry) => <Subject entry={entry} />}
      />
    )}
    <Column<AuditEntry> source="reason" label="Reason" cellClassName="wraps" render={(entry) => entry.reason ?? '—'} />
    <Column<AuditEntry> source="address" label="From" render={(entry) => entry.address ?? '—'} />
    <Column<AuditEntry>
      source="after"
      label="Change"
      cellClassName="long"
      render={(entry) => <Difference entry={entry} />}
    />
  </Rows>
)

function Subject({ entry: { subject_type, subject_id } }: { entry: AuditEntry }) {
  const name = <span className="mono">{subject_id}</span>
  if (subject_type !== 'user') return name
  return (
    <ResourceLink resource="users" id={subject_id}>
      {name}
    </ResourceLink>
  )
}
