import type { ReactNode } from 'react'
import { useCreatePath } from 'react-admin'
import { Link } from 'react-router-dom'
import type { ResourceName } from '../providers/calls.ts'

export function ResourceLink({ resource, id, children }: { resource: ResourceName; id: string; children: ReactNode }) {
  const createPath = useCreatePath()
  return <Link to={createPath({ resource, type: 'edit', id })}>{children}</Link>
}
