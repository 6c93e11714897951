import type { FilterOf } from '@flagyard/api-types'
import { filteredList } from '@flagyard/api-types/console-links'
import { Button } from '@mui/material'
import { Link } from 'react-router-dom'
import { useReadsPeople } from '../../lib/useCapabilities.ts'
import { contentSubjects } from './labels.ts'

/** Link to the audit entries of one subject, for administrators who may read them. */
export function AuditButton({ type, id }: { type: string; id: string }) {
  const readsPeople = useReadsPeople()
  if (!readsPeople && !contentSubjects.includes(type)) return null
  return (
    <Button component={Link} to={auditLink({ subject_type: type, subject_id: id })}>
      Audit log
    </Button>
  )
}

/** Link to the audit log, filtered by a subject or a bulk job. */
export const auditLink = (filter: FilterOf<'listAudit'>) => filteredList('listAudit', filter)
