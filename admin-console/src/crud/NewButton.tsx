import { Icon } from '@flagyard/ui/Icon'
import { CreateButton, type ResourceDefinition, useResourceDefinition } from 'react-admin'
import { callsOf } from '../providers/calls.ts'
import type { ResourceOptions } from '../resource-options.ts'
import { namesOf } from './OperationButton.tsx'
import { useCan } from './useCan.ts'

/** Leads from a list to the form of a new record. */
export function NewButton() {
  const { name, options }: ResourceDefinition<ResourceOptions> = useResourceDefinition()
  const operation = callsOf(name).create
  const can = useCan()
  if (!operation || !can({ operation })) return null
  return (
    <CreateButton
      label={`New ${options?.resourceLabel[0] ?? name}`}
      variant="contained"
      color="primary"
      icon={<Icon name="plus" size={16} />}
      {...namesOf({ operation })}
    />
  )
}
