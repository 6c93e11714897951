import type { ReactNode } from 'react'
import { useCreatePath, useRecordContext, useResourceDefinition } from 'react-admin'
import { Link } from 'react-router-dom'
import { useRememberRow } from './useReturnToRow.ts'

/**
 * The way to a row's own page. It is stretched over the whole row, so that a row is what it looks like: one link, for the mouse with or
 * without Ctrl, for the keyboard and for a finger.
 */
export function RecordLink({ children }: { children: ReactNode }) {
  const record = useRecordContext()
  const { name, hasEdit } = useResourceDefinition()
  const createPath = useCreatePath()
  const remember = useRememberRow()
  if (!record || !hasEdit) return <>{children}</>
  return (
    <Link
      className="record-link"
      to={createPath({ resource: name, type: 'edit', id: record.id })}
      onClick={() => remember(record.id)}
    >
      {children}
    </Link>
  )
}
