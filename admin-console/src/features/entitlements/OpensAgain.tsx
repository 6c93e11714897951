import type { EntitlementOutcome } from '@flagyard/api-types'
import type { ForeseenProps } from '../../crud/Foreseen.tsx'
import { formatDay } from '../../lib/format.ts'
import { stateNames } from './entitlement-words.ts'
import { Forecast } from './Forecast.tsx'

/** Preview of a grant, a resumption or an undone revocation, with its end. A restored entitlement may have expired by now. */
export const OpensAgain = (props: Omit<ForeseenProps<EntitlementOutcome>, 'children'>) => (
  <Forecast {...props}>{(outcome) => <p>{sentenceOf(outcome)}</p>}</Forecast>
)

function sentenceOf({ state, ends_at }: EntitlementOutcome) {
  if (state === 'open') return ends_at ? `It is open until ${formatDay(ends_at)}.` : 'It is open without an end.'
  if (state === 'ended' && ends_at)
    return `Its end, ${formatDay(ends_at)}, is over, so nothing opens until it is extended.`
  return `It does not open yet. Its state is: ${stateNames[state]}.`
}
