import { FunctionField, SimpleShowLayout, TextField } from 'react-admin'

/** Read-only view for administrators who cannot edit content. */
export const ExamReading = () => (
  <SimpleShowLayout>
    <TextField source="description" label="Description" emptyText="none" />
    <TextField source="rules" label="Rules" emptyText="none" />
    <TextField source="passing_points" label="Points to pass" />
    <TextField source="attempts" label="Attempts" />
    <FunctionField
      label="Flags"
      render={({ flags = [] }) => flags.map(({ title }: { title: string }) => title).join(', ') || 'none'}
    />
  </SimpleShowLayout>
)
