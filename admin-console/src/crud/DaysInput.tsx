import { NumberInput } from 'react-admin'

export const DaysInput = ({ hint }: { hint?: string }) => (
  <NumberInput source="days" label="Days" min={1} max={3650} helperText={hint ?? false} fullWidth />
)
