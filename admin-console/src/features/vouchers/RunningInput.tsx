import { RadioButtonGroupInput } from 'react-admin'

/** Chooses what happens to running labs and exams when access ends. */
export const RunningInput = () => (
  <RadioButtonGroupInput
    source="running"
    label="What runs"
    choices={[
      { id: 'end', name: 'Ends now: credentials stop working, bookings are void' },
      { id: 'run_out', name: 'Runs out: nothing new can be started' },
    ]}
    row={false}
    helperText={false}
  />
)
