import type { Capability, Operation } from '@flagyard/api-types'
import { adminOperations } from '@flagyard/api-types/admin'
import type { ResourceCalls } from './resource-calls.ts'

const verbs: Readonly<Record<string, keyof ResourceCalls>> = {
  create: 'create',
  edit: 'update',
  delete: 'remove',
  nuke: 'nuke',
}

/** The capabilities an action needs, read from the row of its call; the server decides anyway. */
export function neededCapabilities(calls: Record<string, ResourceCalls>) {
  return (action: string, resource: string): readonly Capability[] | undefined => {
    const verb = verbs[action]
    const name = verb && calls[resource]?.[verb]?.name
    const row: Operation | undefined = name && adminOperations[name]
    return row?.capabilities
  }
}
