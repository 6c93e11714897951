import { Button } from '@mui/material'
import { Link } from 'react-router-dom'
import { useReadsPeople } from '../../lib/useCapabilities.ts'
import { auditLink } from './auditLink.ts'
import { contentSubjects } from './labels.ts'

/** Link to the audit entries of one subject, for administrators who may read them. */
export function AuditButton({ type, id }: { type: string; id: string }) {
  const readsPeople = useReadsPeople()
  if (!readsPeople && !contentSubjects.includes(type)) return null
  return (
    <Button component={Link} to={auditLink({ subject_type: type, subject_id: id })}>
      Audit
    </Button>
  )
}
