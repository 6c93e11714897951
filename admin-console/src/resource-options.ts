import type { Capability } from '@flagyard/api-types'
import type { ResourceProps } from 'react-admin'
import { type ResourceDefinition, useResourceDefinition } from 'react-admin'

/** Options of a resource, in addition to its screens. */
export interface ResourceOptions {
  /** Label in the menu. */
  label: string
  /** Name of a row, singular and plural: `['account', 'accounts']`. */
  resourceLabel: [one: string, many: string]
  /** Menu section, named by the capability for its work. */
  group: Capability
}

export interface ConsoleResource extends ResourceProps {
  name: string
  options: ResourceOptions
}

/** Name of a resource's rows, singular and plural: `['account', 'accounts']`. Default: the current resource. */
export function useResourceLabel(resource?: string): [one: string, many: string] {
  const { options }: ResourceDefinition<ResourceOptions> = useResourceDefinition(resource ? { resource } : {})
  return options?.resourceLabel ?? ['row', 'rows']
}
