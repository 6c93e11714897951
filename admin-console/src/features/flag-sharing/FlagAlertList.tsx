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
  username: text('Username (either learner)'),
  lab: text('Lab slug'),
  exam: text('Exam slug'),
  since: day('From', 'start'),
  until: day('Until', 'end'),
}

export default function FlagAlertList() {
  return (
    <CrudList<'listFlagAlerts'> filters={filters}>
      <Rows<FlagAlertRow>
        primaryText={(alert) => `${alert.username} submitted a flag of ${alert.owner}`}
        tertiaryText={AlertStateChip}
        secondaryText={(alert) => `${placeOf(alert)} · ${alert.flag} · ${formatMoment(alert.at)}`}
        empty="No alerts. An alert is raised when a learner submits a flag from another learner’s environment."
      >
        <Col source="username" label="Submitted by" long link />
        <Col source="owner" label="Flag owner" long render={(alert) => alert.owner} />
        <Col source="flag" label="Flag" wraps render={(alert) => alert.flag} />
        <Col source="lab" label="Lab or exam" wraps render={placeOf} />
        <Col source="state" label="State" render={AlertStateChip} />
        <Col source="at" label="Date" render={(alert) => formatDay(alert.at)} />
      </Rows>
    </CrudList>
  )
}

const placeOf = ({ lab, exam }: FlagAlertRow) => (exam ? `exam ${exam}` : (lab ?? 'gone'))
