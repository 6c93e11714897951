import type { Operation } from '@flagyard/api-types'
import { useCapabilities } from '../lib/useCapabilities.ts'
import type { Api } from '../providers/api.ts'
import { consoleOperations } from '../providers/console-operations.ts'

export interface Right {
  /** The operation that a button calls or leads to. */
  operation: keyof Api
  /** Fields of its body that need a capability of their own. */
  fields?: readonly string[]
}

/** Checks the signed-in administrator's capabilities against the table of operations. It does not consider the state of the row. */
export function useCan(): (right: Right) => boolean {
  const held = useCapabilities()
  return ({ operation, fields = [] }) => {
    const { capabilities, fieldCapabilities }: Operation = consoleOperations[operation]
    const needed = [capabilities, ...fields.map((field) => fieldCapabilities?.[field])]
    return needed.every((anyOf) => !anyOf || anyOf.some((capability) => held.has(capability)))
  }
}
