import { Icon } from '@flagyard/ui/Icon'
import { type ResourceDefinition, useCreatePath, useResourceDefinition } from 'react-admin'
import { callsOf } from '../providers/calls.ts'
import type { ResourceOptions } from '../resource-options.ts'
import { OperationButton } from './OperationButton.tsx'

/** Opens the form of a new record. Hidden if the resource has no create operation. */
export function NewButton() {
  const { name, options }: ResourceDefinition<ResourceOptions> = useResourceDefinition()
  const createPath = useCreatePath()
  const operation = callsOf(name).create
  if (!operation) return null
  return (
    <OperationButton
      operation={operation}
      to={createPath({ resource: name, type: 'create' })}
      variant="contained"
      color="primary"
      startIcon={<Icon name="plus" size={16} />}
    >
      New {options?.resourceLabel[0] ?? name}
    </OperationButton>
  )
}
