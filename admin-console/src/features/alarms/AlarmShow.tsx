import type { AlarmRecord } from '@flagyard/api-types'
import { Button } from '@mui/material'
import { Link } from 'react-router-dom'
import { RecordButtons } from '../../crud/actions/action-table.tsx'
import { RecordPage } from '../../crud/record/RecordPage.tsx'
import { formatAge, formatMoment } from '../../lib/format.ts'
import { AuditButton } from '../audit/AuditButton.tsx'
import { assignmentActions, muteActions } from './AlarmActions.tsx'
import styles from './Alarms.module.css'
import { AlarmLevelChip, eventSentence, ownerOf } from './alarm-words.tsx'

export default function AlarmShow() {
  return (
    <RecordPage<AlarmRecord>
      wholeBy="history"
      refetchWhile={({ state }) => state !== 'ended'}
      title={(alarm) => alarm.sentence}
      about={(alarm) => (
        <span role="status">
          <AlarmLevelChip {...alarm} /> {sinceOf(alarm)}, {ownerOf(alarm)}
        </span>
      )}
      actions={(alarm) => (
        <>
          <AuditButton type="alarm" id={alarm.id} />
          <RecordButtons record={alarm} actions={[...muteActions, ...assignmentActions(alarm)]} />
        </>
      )}
    >
      {(alarm) => (
        <div className={styles.page}>
          {alarm.state === 'muted' && alarm.muted_until && (
            <p className={styles.muted}>
              Muted by {alarm.muted_by ?? 'an administrator'} until {formatMoment(alarm.muted_until)}:{' '}
              {alarm.mute_reason}
            </p>
          )}
          {alarm.links.length > 0 && (
            <section className={styles.card} aria-label="Location">
              <h2 className={styles.title}>Location</h2>
              <div className={styles.links}>
                {alarm.links.map(({ label, to }) => (
                  <Button key={to} component={Link} to={to}>
                    {label}
                  </Button>
                ))}
              </div>
            </section>
          )}
          <section className={styles.card} aria-label="History">
            <h2 className={styles.title}>History</h2>
            <ol className={styles.history}>
              {alarm.history.map((event) => (
                <li key={`${event.at} ${event.kind} ${event.username}`}>
                  <span>{eventSentence(event)}</span>
                  <time dateTime={event.at}>{formatMoment(event.at)}</time>
                </li>
              ))}
            </ol>
          </section>
        </div>
      )}
    </RecordPage>
  )
}

const sinceOf = ({ opened_at, ended_at }: AlarmRecord) =>
  ended_at ? `from ${formatMoment(opened_at)} until ${formatMoment(ended_at)}` : `for ${formatAge(opened_at)}`
