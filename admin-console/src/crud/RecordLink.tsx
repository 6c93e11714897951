import type { ReactNode } from 'react'
import { useCreatePath, useRecordContext, useResourceDefinition } from 'react-admin'
import { Link } from 'react-router-dom'
import { useRememberRow } from './useReturnToRow.ts'

/** Link to a row's page, stretched over the whole row. It remains a real link, so Ctrl-click, keyboard and touch work as usual. */
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
