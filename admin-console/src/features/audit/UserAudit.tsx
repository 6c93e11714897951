import { Button } from '@mui/material'
import { useRecordContext } from 'react-admin'
import { Link } from 'react-router-dom'
import { RelatedList } from '../../crud/RelatedList.tsx'
import { AuditRows } from './AuditRows.tsx'
import { auditLink } from './auditLink.ts'

/** What administrators changed about one account. */
export default function UserAudit() {
  const record = useRecordContext()
  if (!record) return null
  return (
    <RelatedList
      reference="audit"
      target="subject_id"
      filter={{ subject_type: 'user' }}
      resourceLabel={['change', 'changes']}
      actions={
        <Button size="small" component={Link} to={auditLink({ subject_type: 'user', subject_id: String(record.id) })}>
          Open in the audit
        </Button>
      }
    >
      <AuditRows empty="Nothing was changed here by an administrator." />
    </RelatedList>
  )
}
