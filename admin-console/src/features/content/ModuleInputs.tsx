import type { LabRecord } from '@flagyard/api-types'
import { Alert } from '@mui/material'
import { useRecordContext } from 'react-admin'
import { Columns, Group, Text } from '../../crud/inputs.tsx'
import { ParsedInput } from './ParsedInput.tsx'

type Stages = LabRecord['module_stages']

/** Inputs of the Terraform module and its pinned version. */
export const ModuleInputs = ({ children }: { children?: React.ReactNode }) => (
  <Group title="Module">
    <Columns>
      <Text source="module" label="Terraform module" maxLength={300} isRequired />
      <Text
        source="module_version"
        label="Version"
        maxLength={60}
        isRequired
        helperText="A deployment keeps the one it began with"
      />
    </Columns>
    <SimulatedOnly />
    {children}
    <ParsedInput<Stages>
      source="module_stages"
      label="Stages of the simulated cloud"
      helperText="JSON. Terraform reads the module instead."
      format={(stages) => JSON.stringify(stages ?? [], null, 2)}
      parse={stagesOf}
      minRows={4}
    />
  </Group>
)

/** Warns that the module version is missing from the module folder: the simulator can run it, a real cloud cannot build it. */
export function SimulatedOnly() {
  const record = useRecordContext<Pick<LabRecord, 'simulated_only'>>()
  if (!record?.simulated_only) return null
  return (
    <Alert severity="info">
      Simulated only: the folder of modules does not have this version, so no real cloud can build it.
    </Alert>
  )
}

function stagesOf(text: string): Stages {
  const read: unknown = text.trim() === '' ? [] : JSON.parse(text)
  if (!Array.isArray(read)) throw new Error('This is a list: it begins with [ and ends with ]')
  return read as Stages
}
