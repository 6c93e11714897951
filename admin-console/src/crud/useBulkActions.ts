import type { BulkActionName } from '@flagyard/api-types'
import { bulkActionNames, bulkActionOf, capabilitiesOf } from '@flagyard/api-types/bulk/actions'
import { useResourceContext } from 'react-admin'
import { useCapabilities } from '../lib/useCapabilities.ts'
import { callsOf } from '../providers/calls.ts'

/** The bulk actions that the current administrator can run on this list. */
export function useBulkActions(): BulkActionName[] {
  const resource = useResourceContext() ?? ''
  const capabilities = useCapabilities()
  return bulkActionNames.filter(
    (action) =>
      bulkActionOf(action).list === callsOf(resource).list &&
      !bulkActionOf(action).about &&
      !bulkActionOf(action).ofIncident &&
      !bulkActionOf(action).ofUndo &&
      capabilitiesOf(action)?.some((capability) => capabilities.has(capability)),
  )
}
