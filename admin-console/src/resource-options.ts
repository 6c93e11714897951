import type { Capability } from '@flagyard/api-types'
import type { ResourceProps } from 'react-admin'

/** What a resource says of itself beside its screens. */
export interface ResourceOptions {
  /** What the menu calls it. */
  label: string
  /** What its rows are called: `['account', 'accounts']`. */
  resourceLabel: [one: string, many: string]
  /** Whose work it is: it stands with theirs in the menu. */
  group: Capability
}

export interface ConsoleResource extends ResourceProps {
  name: string
  options: ResourceOptions
}
