import type { UserExam } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'
import { optionsOf } from '../../lib/format.ts'

type State = UserExam['state']

const tones = {
  purchased: 'neutral',
  scheduled: 'info',
  preparing: 'info',
  active: 'warn',
  provisional: 'warn',
  passed: 'good',
  failed: 'bad',
  no_show: 'bad',
  disqualified: 'bad',
  void: 'neutral',
} as const satisfies Record<State, string>

const stateNames: Record<State, string> = {
  purchased: 'Not booked',
  scheduled: 'Booked',
  preparing: 'Preparing',
  active: 'Running',
  provisional: 'Provisional',
  passed: 'Passed',
  failed: 'Failed',
  no_show: 'Missed',
  disqualified: 'Disqualified',
  void: 'Void',
}

export const stateOptions = optionsOf(stateNames)

export const AttemptState = ({ state, isUnderReview = false }: { state: State; isUnderReview?: boolean }) => (
  <span>
    <Chip tone={tones[state]}>{stateNames[state]}</Chip>
    {isUnderReview && (
      <>
        {' '}
        <Chip tone="warn">Under review</Chip>
      </>
    )}
  </span>
)
