import type { AdminOperationName } from '@flagyard/api-types/admin'
import { useResourceContext } from 'react-admin'
import { callsOf } from '../providers/calls.ts'

/** The call by which rows of a resource are changed, as buttons name it: of this screen's resource, unless another one is told. */
export function useResourceCall(verb: 'create' | 'update' | 'delete' | 'nuke', other?: string): AdminOperationName {
  const resource = useResourceContext() ?? ''
  const call = callsOf(other ?? resource)[verb]
  if (!call) throw new Error(`No call does this to ${other ?? resource}: ${verb}`)
  return call
}
