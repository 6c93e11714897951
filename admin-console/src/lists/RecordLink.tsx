import type { ReactNode } from 'react'
import { useCreatePath, useRecordContext, useResourceContext } from 'react-admin'
import { Link } from 'react-router-dom'
import styles from './ListScreen.module.css'

/** The way to a row's own page, for the keyboard as for the mouse. */
export function RecordLink({ children }: { children: ReactNode }) {
  const record = useRecordContext()
  const resource = useResourceContext()
  const createPath = useCreatePath()
  if (!record) return null
  return (
    <Link className={styles.link} to={createPath({ resource: resource ?? '', type: 'edit', id: record.id })}>
      {children}
    </Link>
  )
}
