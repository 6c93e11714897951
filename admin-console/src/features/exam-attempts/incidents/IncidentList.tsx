import type { ExamIncident } from '@flagyard/api-types'
import { CrudList, NewButton } from '../../../crud/list/CrudList.tsx'
import { choices, type Filters } from '../../../crud/list/filters.tsx'
import { Column, Rows } from '../../../crud/list/Rows.tsx'
import { countOf, formatMoment } from '../../../lib/format.ts'
import { IncidentState, scopeOf } from './incident-words.tsx'

const Col = Column<ExamIncident>

const filters: Filters<'listExamIncidents'> = {
  state: choices('State', { open: 'Open', planned: 'Planned', ended: 'Ended' }),
}

export default function IncidentList() {
  return (
    <CrudList<'listExamIncidents'> filters={filters} actions={<NewButton />}>
      <Rows<ExamIncident>
        primaryText={(incident) => incident.title}
        tertiaryText={IncidentState}
        secondaryText={(incident) => [scopeOf(incident), changesOf(incident)].filter(Boolean).join(' · ')}
        empty="No incidents. When a cloud, a region or an exam fails, open an incident to pause the clocks of all candidates together, write to them and resume the clocks."
      >
        <Col source="title" label="Title" wraps link />
        <Col source="state" label="State" render={IncidentState} />
        <Col source="cloud" label="Scope" wraps render={scopeOf} />
        <Col source="from_at" label="From" render={(incident) => formatMoment(incident.from_at)} />
        <Col
          source="until_at"
          onlyWide
          label="Until"
          render={(incident) => (incident.until_at ? formatMoment(incident.until_at) : '—')}
        />
        <Col source="touched" label="Changed" align="right" />
        <Col source="standing" label="Paused clocks" align="right" />
      </Rows>
    </CrudList>
  )
}

const changesOf = ({ touched, standing }: ExamIncident) =>
  [touched > 0 && `${countOf(touched, 'exam')} changed`, standing > 0 && `${countOf(standing, 'clock')} paused`]
    .filter(Boolean)
    .join(', ')
