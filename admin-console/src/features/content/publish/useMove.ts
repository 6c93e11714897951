import { useResourceContext } from 'react-admin'
import type { ConsoleDataProvider } from '../../../providers/data-provider.ts'
import type { ContentRecord } from '../content-record.ts'

/** Gives content another status, which takes effect at once. */
export function useMove(record: ContentRecord) {
  const resource = useResourceContext() ?? ''
  return (status: ContentRecord['status']) => (provider: ConsoleDataProvider) =>
    provider.update(resource, { id: record.id, data: { ...record, status }, previousData: record })
}
