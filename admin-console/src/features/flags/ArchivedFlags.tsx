import type { LabRecord } from '@flagyard/api-types'
import { useRecordContext } from 'react-admin'
import { countOf } from '../../lib/format.ts'
import styles from '../content/content.module.css'

/** Flags removed from the content that learners have solved. */
export function ArchivedFlags() {
  const archived = useRecordContext<Pick<LabRecord, 'id' | 'archived_flags'>>()?.archived_flags ?? []
  if (archived.length === 0) return null
  return (
    <p className={styles.quiet}>
      Archived, and kept for those who solved them:{' '}
      {archived.map(({ title, solved_by }) => `${title} (${countOf(solved_by, 'learner')})`).join(', ')}.
    </p>
  )
}
