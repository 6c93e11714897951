import { useGetOne, useGetRecordRepresentation } from 'react-admin'
import type { ResourceName } from '../providers/calls.ts'

/** How a record is called, of which only the id is known. One that is gone, or that nobody here may read, keeps its id. */
export default function RecordName({ resource, id }: { resource: ResourceName; id: string }) {
  const { data, isPending } = useGetOne(resource, { id }, { retry: false })
  const nameOf = useGetRecordRepresentation(resource)
  return data ? nameOf(data) : isPending ? '…' : id.slice(0, 8)
}
