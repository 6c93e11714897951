import type { Capability, Operation } from '@flagyard/api-types'
import { adminOperations } from '@flagyard/api-types/admin'
import { type ResourceCalls, resourceCalls } from './calls.ts'

const verbs: Readonly<Record<string, 'list' | 'create' | 'update' | 'delete' | 'nuke'>> = {
  list: 'list',
  show: 'list',
  create: 'create',
  edit: 'update',
  delete: 'delete',
  nuke: 'nuke',
}

/** Capabilities that an action requires, from the table of operations. For display only: the server checks them itself. */
export function capabilitiesFor(action: string, resource: string): readonly Capability[] | undefined {
  const calls: Record<string, ResourceCalls> = resourceCalls
  const verb = verbs[action]
  const name = verb && calls[resource]?.[verb]
  const row: Operation | undefined = name && adminOperations[name]
  return row?.capabilities
}
