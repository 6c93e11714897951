import { Button } from '@mui/material'
import { useRecordContext } from 'react-admin'
import { Link } from 'react-router-dom'
import { RelatedList } from '../../crud/list/RelatedList.tsx'
import { auditLink } from './AuditButton.tsx'
import { AuditRows } from './AuditRows.tsx'
import type { subjectNames } from './labels.ts'

export function RecordAudit({ type }: { type: keyof typeof subjectNames }) {
  const record = useRecordContext()
  if (!record) return null
  return (
    <RelatedList
      reference="audit"
      target="subject_id"
      filter={{ subject_type: type }}
      resourceLabel={['change', 'changes']}
      actions={
        <Button size="small" component={Link} to={auditLink({ subject_type: type, subject_id: String(record.id) })}>
          Open in the audit log
        </Button>
      }
    >
      <AuditRows empty="No changes by administrators." />
    </RelatedList>
  )
}

export const UserAudit = () => <RecordAudit type="user" />
