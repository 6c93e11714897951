import { type ResourceDefinition, useResourceDefinition } from 'react-admin'
import type { ResourceOptions } from '../resource-options.ts'

/** Name of the current resource's rows, singular and plural: `['account', 'accounts']`. */
export function useResourceLabel(): [one: string, many: string] {
  const { options }: ResourceDefinition<ResourceOptions> = useResourceDefinition()
  return options?.resourceLabel ?? ['row', 'rows']
}
