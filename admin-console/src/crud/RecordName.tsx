import { useGetOne, useGetRecordRepresentation } from 'react-admin'
import type { ResourceName } from '../providers/calls.ts'

/** Display name of a record by its id. Falls back to the shortened id if the record is deleted or not readable. */
export default function RecordName({ resource, id }: { resource: ResourceName; id: string }) {
  const { data, isPending } = useGetOne(resource, { id }, { retry: false })
  const nameOf = useGetRecordRepresentation(resource)
  return data ? nameOf(data) : isPending ? '…' : id.slice(0, 8)
}
