import type { ExamIncident } from '@flagyard/api-types'
import { ActionButton } from '../../../crud/actions.tsx'
import { RecordPage } from '../../../crud/RecordPage.tsx'
import { countOf } from '../../../lib/format.ts'
import { RecordAudit } from '../../audit/RecordAudit.tsx'
import styles from './Incident.module.css'
import { IncidentActions } from './IncidentActions.tsx'
import { IncidentCandidates } from './IncidentCandidates.tsx'
import { IncidentTimes } from './IncidentInputs.tsx'
import { IncidentJobs } from './IncidentJobs.tsx'
import { IncidentState } from './IncidentState.tsx'
import { scopeOf, timesOf } from './incident-words.ts'

export default function IncidentShow() {
  return (
    <RecordPage<ExamIncident>
      recordLabel="incident"
      refetchWhile={({ state }) => state === 'open'}
      title={(incident) => incident.title}
      about={(incident) => (
        <>
          <IncidentState state={incident.state} /> {scopeOf(incident)}, {timesOf(incident)}
        </>
      )}
      actions={(incident) => incident.allowed.includes('update') && <ChangeButton incident={incident} />}
    >
      {(incident) => (
        <div className={styles.page}>
          <section className={styles.card} aria-label="What to do">
            <p className={styles.state} role="status">
              {standingOf(incident)}
            </p>
            {incident.allowed.includes('act') && <IncidentActions incident={incident} />}
          </section>
          <section className={styles.card} aria-label="Candidates">
            <h2 className={styles.title}>Candidates</h2>
            <IncidentCandidates incident={incident} />
          </section>
          <IncidentJobs incident={incident} />
          <section className={styles.card} aria-label="History">
            <h2 className={styles.title}>History</h2>
            <RecordAudit type="exam_incident" />
          </section>
        </div>
      )}
    </RecordPage>
  )
}

function standingOf({ standing, touched, state }: ExamIncident): string {
  if (standing > 0) return `${countOf(standing, 'clock')} ${standing === 1 ? 'stands' : 'stand'} for this incident`
  if (touched > 0)
    return `No clock stands for it. ${countOf(touched, 'exam')} ${touched === 1 ? 'was' : 'were'} changed`
  return state === 'ended' ? 'Nothing was changed for it' : 'Nothing has been changed yet'
}

type Change = Pick<ExamIncident, 'title' | 'from_at' | 'until_at'>

const ChangeButton = ({
  incident: { id, version, title, from_at, until_at, standing },
}: {
  incident: ExamIncident
}) => (
  <ActionButton
    operation="updateExamIncident"
    label="Change…"
    title="Change the incident"
    call={(provider, change: Change) =>
      provider.call('updateExamIncident', {
        id,
        incidentEdit: { version, title: change.title, from_at: change.from_at, until_at: change.until_at },
      })
    }
    successMessage="The incident is changed"
    defaultValues={{ title, from_at, until_at }}
    submitLabel="Save"
  >
    <IncidentTimes />
    {standing > 0 && (
      <p className={styles.hint}>
        An end lets no clock go on: {countOf(standing, 'clock')} {standing === 1 ? 'waits' : 'wait'} for you.
      </p>
    )}
  </ActionButton>
)
