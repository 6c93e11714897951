import type { AuditEntry } from '@flagyard/api-types'
import { Column, Rows } from '../../crud/Rows.tsx'
import { formatMoment } from '../../lib/format.ts'
import { useReadsPeople } from '../../lib/useCapabilities.ts'
import { Difference } from './Difference.tsx'
import { entryLabel } from './labels.ts'
import { nameOf, Subject } from './Subject.tsx'

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
      <Column<AuditEntry> source="at" label="When" cellClassName="long" render={(entry) => formatMoment(entry.at)} />
      <Column<AuditEntry>
        source="actor"
        label="Who"
        cellClassName="long"
        render={(entry) => entry.actor ?? 'the system'}
      />
      <Column<AuditEntry> source="action" label="What" cellClassName="long" render={entryLabel} />
      {withSubject && (
        <Column<AuditEntry>
          source="subject_id"
          label="On"
          cellClassName="long"
          render={(entry) => <Subject entry={entry} />}
        />
      )}
      <Column<AuditEntry> source="reason" label="Reason" cellClassName="long" render={(entry) => entry.reason ?? '—'} />
      {readsPeople && <Column<AuditEntry> source="address" label="From" render={(entry) => entry.address ?? '—'} />}
      <Column<AuditEntry>
        source="after"
        label="Change"
        cellClassName="long"
        render={(entry) => <Difference entry={entry} />}
      />
    </Rows>
  )
}
