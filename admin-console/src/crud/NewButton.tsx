import { Icon } from '@flagyard/ui/Icon'
import { CreateButton, type ResourceDefinition, useResourceDefinition } from 'react-admin'
import type { ResourceOptions } from '../resource-options.ts'

/** Leads from a list to the form of a new record. */
export function NewButton() {
  const { name, options }: ResourceDefinition<ResourceOptions> = useResourceDefinition()
  return (
    <CreateButton
      label={`New ${options?.resourceLabel[0] ?? name}`}
      variant="contained"
      color="primary"
      icon={<Icon name="plus" size={16} />}
    />
  )
}
