import { FunctionField, SimpleShowLayout, TextField } from 'react-admin'
import { SimulatedOnly } from '../content/ModuleInputs.tsx'

/** Read-only view for administrators who cannot edit content. */
export const LabReading = () => (
  <SimpleShowLayout>
    <TextField source="description" label="Description" emptyText="none" />
    <TextField source="module" label="Terraform module" />
    <TextField source="module_version" label="Version" />
    <SimulatedOnly />
    <TextField source="duration_minutes" label="Minutes" />
    <FunctionField
      label="Flags"
      render={({ flags = [] }) => flags.map(({ title }: { title: string }) => title).join(', ') || 'none'}
    />
  </SimpleShowLayout>
)
