import { BooleanInput } from 'react-admin'
import { countOf } from '../lib/format.ts'

export interface Labs {
  running: number
  queued: number
  exams: number
}

export const hasLabs = ({ running, queued, exams }: Labs) => running + queued + exams > 0

/** Asks whether to end running labs as well: `and end its 1 running lab, 1 queued and 1 exam environment`. Checked unless the form's `defaultValues` differ. */
export const EndLabsInput = ({ labs, whose }: { labs: Labs; whose: 'its' | 'their' }) => (
  <BooleanInput
    source="end_deployments"
    label={`and end ${whose} ${sayLabs(labs)}`}
    helperText="Credentials stop working at once. Enabling the account again brings no lab back."
  />
)

function sayLabs({ running, queued, exams }: Labs) {
  const [first, second] = [running > 0 && countOf(running, 'running lab'), queued > 0 && queuedWords(queued, running)]
  const labs = [first, second].filter(Boolean).join(', ')
  return [labs, exams > 0 && countOf(exams, 'exam environment')].filter(Boolean).join(' and ')
}

const queuedWords = (queued: number, running: number) =>
  running > 0 ? `${queued} queued` : countOf(queued, 'queued lab')
