import { type ResourceDefinition, useResourceDefinition } from 'react-admin'
import type { ResourceOptions } from '../resource-options.ts'

/** What the rows of the list around it are called: `['account', 'accounts']`. */
export function useResourceLabel(): [one: string, many: string] {
  const { options }: ResourceDefinition<ResourceOptions> = useResourceDefinition()
  return options?.resourceLabel ?? ['row', 'rows']
}
