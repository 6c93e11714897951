import type { AdminOperationName } from '@flagyard/api-types/admin'
import { useResourceContext } from 'react-admin'
import { callsOf } from '../providers/calls.ts'

/** Name of the operation that changes rows of a resource. Default: the resource of this screen. */
export function useResourceCall(verb: 'create' | 'update' | 'delete' | 'nuke', other?: string): AdminOperationName {
  const resource = useResourceContext() ?? ''
  const call = callsOf(other ?? resource)[verb]
  if (!call) throw new Error(`No call does this to ${other ?? resource}: ${verb}`)
  return call
}
