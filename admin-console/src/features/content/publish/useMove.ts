import { useResourceContext } from 'react-admin'
import type { ConsoleDataProvider } from '../../../providers/data-provider.ts'
import type { ContentRecord } from '../content-record.ts'

/** Changes the status of content, with immediate effect. */
export function useMove(record: ContentRecord) {
  const resource = useResourceContext() ?? ''
  return (status: ContentRecord['status']) => (provider: ConsoleDataProvider) =>
    provider.update(resource, { id: record.id, data: { ...record, status }, previousData: record })
}
