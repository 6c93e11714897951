import { BooleanInput } from 'react-admin'

export interface Labs {
  running: number
  queued: number
}

export const hasLabs = ({ running, queued }: Labs) => running + queued > 0

/** Asks whether labs are ended too: `and end its 1 running lab, 1 queued`. Ticked unless the form's `defaultValues` say otherwise. */
export const EndLabsInput = ({ labs, whose }: { labs: Labs; whose: 'its' | 'their' }) => (
  <BooleanInput
    source="end_deployments"
    label={`and end ${whose} ${sayLabs(labs)}`}
    helperText="Credentials stop working at once. Enabling the account again brings no lab back."
  />
)

function sayLabs({ running, queued }: Labs) {
  const labs = `lab${running === 1 ? '' : 's'}`
  if (running === 0) return `${queued} queued ${queued === 1 ? 'lab' : 'labs'}`
  return `${running} running ${labs}${queued > 0 ? `, ${queued} queued` : ''}`
}
