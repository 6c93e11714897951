import type { FlagAlertRow, FlagAlertState } from '@flagyard/api-types'
import { CrudList } from '../../crud/list/CrudList.tsx'
import { choices, day, type Filters, text } from '../../crud/list/filters.tsx'
import { Column, Rows } from '../../crud/list/Rows.tsx'
import { stateChip } from '../../crud/record/RecordCards.tsx'
import { formatDay, formatMoment } from '../../lib/format.ts'

const Col = Column<FlagAlertRow>

const tones = { open: 'warn', dismissed: 'neutral', confirmed: 'bad' } as const
const alertStates: Record<FlagAlertState, string> = { open: 'Open', dismissed: 'Dismissed', confirmed: 'Confirmed' }
export const AlertStateChip = stateChip(tones, alertStates)

const filters: Filters<'listFlagAlerts'> = {
  state: choices('State', alertStates),
  username: text('Username of either'),
  lab: text('Slug of the lab'),
  exam: text('Slug of the exam'),
  since: day('From', 'start'),
  until: day('Until', 'end'),
}

export default function FlagAlertList() {
  return (
    <CrudList<'listFlagAlerts'> filters={filters}>
      <Rows<FlagAlertRow>
        primaryText={(alert) => `${alert.username} with a flag of ${alert.owner}`}
        tertiaryText={AlertStateChip}
        secondaryText={(alert) => `${placeOf(alert)} · ${alert.flag} · ${formatMoment(alert.at)}`}
        empty="When somebody hands in a flag that stood in another learner’s environment, it is raised here with the evidence of both."
      >
        <Col source="username" label="Handed in by" long link />
        <Col source="owner" label="Flag of" long render={(alert) => alert.owner} />
        <Col source="flag" label="Flag" wraps render={(alert) => alert.flag} />
        <Col source="lab" label="Lab or exam" wraps render={placeOf} />
        <Col source="state" label="State" render={AlertStateChip} />
        <Col source="at" label="When" render={(alert) => formatDay(alert.at)} />
      </Rows>
    </CrudList>
  )
}

const placeOf = ({ lab, exam }: FlagAlertRow) => (exam ? `exam ${exam}` : (lab ?? 'gone'))
