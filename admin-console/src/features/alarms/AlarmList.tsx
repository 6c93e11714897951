import type { Alarm } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/console-links'
import { Button } from '@mui/material'
import { Link } from 'react-router-dom'
import { CrudList } from '../../crud/list/CrudList.tsx'
import { choices, type Filters, search, text } from '../../crud/list/filters.tsx'
import { Column, Rows } from '../../crud/list/Rows.tsx'
import { formatAgo, formatMoment } from '../../lib/format.ts'
import { useCapabilities } from '../../lib/useCapabilities.ts'
import { AlarmLevelChip, kindNames, levelNames, ownerOf } from './alarm-words.tsx'

const Col = Column<Alarm>

const filters: Filters<'listAlarms'> = {
  q: search('Words'),
  state: choices('State', { open: 'Open', muted: 'Muted', ended: 'Ended' }),
  level: choices('Level', levelNames),
  kind: choices('Kind', kindNames),
  owner: text('Assigned to'),
}

export default function AlarmList() {
  const isOwner = useCapabilities().has('owner')
  return (
    <CrudList<'listAlarms', Alarm>
      filters={filters}
      refetchWhile={({ state }) => state !== 'ended'}
      actions={
        <>
          {isOwner && (
            <Button component={Link} to={consolePaths.deadJobs}>
              Failed jobs
            </Button>
          )}
          <Button component={Link} to={consolePaths.pool}>
            Pool
          </Button>
          <Button component={Link} to={consolePaths.alarmSettings}>
            On-call roster
          </Button>
        </>
      }
    >
      <Rows<Alarm>
        primaryText={(alarm) => alarm.sentence}
        tertiaryText={AlarmLevelChip}
        secondaryText={(alarm) => `${formatAgo(alarm.opened_at)} · ${ownerOf(alarm)}`}
        empty="No alarms. Alarms appear here when a pool runs empty, e-mails fail or an account goes into quarantine."
      >
        <Col source="level" label="Level" render={AlarmLevelChip} />
        <Col source="sentence" label="Problem" wraps link />
        <Col source="opened_at" label="Since" render={(alarm) => formatMoment(alarm.opened_at)} />
        <Col source="owner" label="Assigned to" render={(alarm) => alarm.owner ?? '—'} />
        <Col
          source="ended_at"
          label="Until"
          render={(alarm) => (alarm.ended_at ? formatMoment(alarm.ended_at) : '—')}
        />
      </Rows>
    </CrudList>
  )
}
