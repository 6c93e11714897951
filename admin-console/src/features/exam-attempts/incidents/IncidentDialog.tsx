import type { BulkJob, BulkPreview, ExamIncident, IncidentAsk } from '@flagyard/api-types'
import { bulkActionOf } from '@flagyard/api-types/bulk/actions'
import { consolePaths } from '@flagyard/api-types/console-links'
import { isolate } from '@flagyard/api-types/contract/isolate'
import { FailedLine } from '@flagyard/ui/Feedback'
import { ScrollRegion } from '@flagyard/ui/ScrollRegion'
import { Spinner } from '@flagyard/ui/Spinner'
import { useRef, useState } from 'react'
import { NumberInput, required, useNotify } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { ActionDialog } from '../../../crud/actions/ActionDialog.tsx'
import { Pager } from '../../../crud/actions/ResultList.tsx'
import { useCall, withLink } from '../../../crud/calls.tsx'
import { ReasonInput, Text } from '../../../crud/inputs.tsx'
import { countOf, formatCount } from '../../../lib/format.ts'
import { sentenceOf } from '../../../lib/problem.ts'
import type { ConsoleDataProvider } from '../../../providers/data-provider.ts'
import { isRunning, outcomeOf as outcomeOfJob } from '../../bulk/labels.tsx'
import styles from './Incident.module.css'
import { type IncidentActionName, outcomeOf, stateBefore } from './incident-words.tsx'

interface Props {
  incident: ExamIncident
  action: IncidentActionName
  onClose: () => void
}

interface Answers {
  reason: string
  minutes: number | null
  subject: string
  text: string
}

interface Words {
  about: string
  submit: string
  forecast: (count: number) => string
  isRisky?: true
}

const words: Record<IncidentActionName, Words> = {
  'incidents.stop': {
    about: 'Candidates lose no time. The clocks stay paused until you resume them.',
    submit: 'Pause all clocks',
    forecast: (count) => `${countOf(count, 'clock')} will be paused`,
  },
  'incidents.resume': {
    about:
      'Each candidate gets back exactly the paused time. If an environment is not running, its clock resumes when it is ready.',
    submit: 'Resume all clocks',
    forecast: (count) => `${countOf(count, 'clock')} will resume`,
  },
  'incidents.extend': {
    about: 'Each exam is extended up to its maximum, once per incident.',
    submit: 'Extend all exams',
    forecast: (count) => `${countOf(count, 'exam')} will be extended`,
  },
  'incidents.postpone': {
    about:
      'Postpones booked, preparing and running exams. Environments end, the attempts do not count, and all candidates are asked by e-mail to book again.',
    submit: 'Postpone all exams',
    forecast: (count) => `${countOf(count, 'exam')} will be postponed`,
    isRisky: true,
  },
  'incidents.write': {
    about: 'Sends a plain-text e-mail to every candidate of this incident.',
    submit: 'Send to all',
    forecast: (count) => `${countOf(count, 'candidate')} will get the e-mail`,
  },
  'incidents.rebuild': {
    about: 'Retries environments that failed to build three times. Does not use resets.',
    submit: 'Rebuild all',
    forecast: (count) => `${countOf(count, 'environment')} will be rebuilt`,
  },
}

/** Dry run of an action, followed by the confirmation. */
export default function IncidentDialog({ incident, action, onClose }: Props) {
  const notify = useNotify()
  /** One key per dialog, so that a double click starts only one job. */
  const idempotencyKey = useRef(crypto.randomUUID())
  const { about, submit, isRisky } = words[action]
  const start = async (provider: ConsoleDataProvider, answers: Answers) => {
    const bulkAsk = { ...askOf(incident.id, action, answers), reason: answers.reason }
    try {
      return await provider.call('startBulk', { bulkAsk }, { idempotencyKey: idempotencyKey.current })
    } catch (error) {
      idempotencyKey.current = crypto.randomUUID()
      throw error
    }
  }
  const notifyOutcome = (job: BulkJob) => {
    // A large job continues in the background; the page shows its progress.
    const title = bulkActionOf(action).title
    const link = withLink({ to: consolePaths.bulkJob(job.id), text: 'View job' })
    if (isRunning(job)) notify(`${title}: in progress`, { type: 'info', ...link })
    else notify(`${title}: ${outcomeOfJob(job)}`, { type: job.failed > 0 ? 'warning' : 'success', ...link })
  }
  return (
    <ActionDialog
      title={bulkActionOf(action).title}
      onClose={onClose}
      call={start}
      onSuccess={notifyOutcome}
      submitLabel={submit}
      waiting="Starting the job…"
      color={isRisky ? 'error' : 'primary'}
      defaultValues={{ reason: '', minutes: null, subject: '', text: '' } as Answers}
      isReady={({ reason, minutes, subject, text }) =>
        !!reason?.trim() &&
        (action !== 'incidents.extend' || !!minutes) &&
        (action !== 'incidents.write' || (!!subject?.trim() && !!text?.trim()))
      }
    >
      <p>{about}</p>
      {action === 'incidents.extend' && (
        <NumberInput source="minutes" label="Minutes" min={1} max={1440} helperText={false} autoFocus />
      )}
      {action === 'incidents.write' && <EmailInputs />}
      <ReasonInput
        helperText={
          action === 'incidents.write'
            ? 'Only recorded in the audit log.'
            : `Candidates will read “${incident.title}: …”`
        }
        validate={required('Enter a reason')}
      />
      <Forecast incident={incident.id} action={action} />
    </ActionDialog>
  )
}

function askOf(id: string, action: IncidentActionName, { minutes, subject, text }: Partial<Answers>) {
  const incident: IncidentAsk = {
    id,
    ...(action === 'incidents.extend' && minutes && { minutes }),
    ...(action === 'incidents.write' && subject && text && { subject, text }),
  }
  return { action, filter: JSON.stringify({ incident: id }), incident }
}

/** Only the minutes are watched: the text of an e-mail does not change who receives it. */
function Forecast({ incident, action }: { incident: string; action: IncidentActionName }) {
  const { minutes } = useWatch() as Partial<Answers>
  const ask = askOf(incident, action, { minutes: minutes ?? null })
  if (action === 'incidents.extend' && !minutes)
    return <p className={styles.hint}>Enter minutes to preview the effect.</p>
  return <DryRun ask={ask} />
}

function EmailInputs() {
  const { subject, text } = useWatch() as Partial<Answers>
  return (
    <>
      <Text source="subject" label="Subject" maxLength={150} fullWidth autoFocus />
      <Text
        source="text"
        label="Text"
        maxLength={5000}
        multiline
        minRows={4}
        fullWidth
        helperText="An empty line starts a new paragraph"
      />
      {(subject || text) && (
        <section className={styles.letter} aria-label="E-mail preview">
          <strong>{subject || 'No subject yet'}</strong>
          {'Hello [name],\n\n'}
          {text}
          {'\n\nThis is about your exam “[title]”.'}
        </section>
      )}
    </>
  )
}

interface Ask {
  action: IncidentActionName
  filter: string
  incident: IncidentAsk
}

/** Preview per candidate: changes to the clock, slot and end, and the candidates that are not changed with the reason. */
function DryRun({ ask }: { ask: Ask }) {
  const { data, error, refetch } = useCall('previewBulk', { bulkPreviewAsk: ask }, { staleTime: 0 })
  if (error) return <FailedLine why={sentenceOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Spinner label="Loading the preview…" />
  const { changes, refused, reasons } = data
  return (
    <section aria-label="Dry run" className={styles.forecast}>
      <p className={styles.sum} role="status">
        {changes === 0 ? 'No exams would change' : words[ask.action].forecast(changes)}
      </p>
      {changes > 0 && <Names ask={ask} show="changes" total={changes} first={data} />}
      {refused > 0 && (
        <details>
          <summary>
            {countOf(refused, 'exam')} will not change:{' '}
            {reasons.map(({ message, count }) => `${formatCount(count)} × ${message}`).join(' ')}
          </summary>
          <Names ask={ask} show="refused" total={refused} />
        </details>
      )}
    </section>
  )
}

function Names({
  ask,
  show,
  total,
  first,
}: {
  ask: Ask
  show: 'changes' | 'refused'
  total: number
  first?: BulkPreview
}) {
  const [from, setFrom] = useState(0)
  const isFirst = first !== undefined && from === 0
  const page = useCall('previewBulk', { bulkPreviewAsk: { ...ask, show, from } }, { staleTime: 0, enabled: !isFirst })
  const data = isFirst ? first : page.data
  if (!data) return <Spinner label="Loading candidates…" />
  return (
    <>
      <ScrollRegion label={show === 'changes' ? 'Changed exams' : 'Unchanged exams'} className={styles.effects}>
        <ul>
          {data.rows.map(({ id, message, effect }) => (
            <li key={id}>
              <strong>{effect ? `${isolate(effect.full_name)} (${effect.username})` : id}</strong>
              {effect && (
                <span className={styles.beside}>
                  {effect.title} · {stateBefore(effect)}
                </span>
              )}
              <span>{message ?? (effect && ask.action !== 'incidents.write' ? outcomeOf(effect) : '')}</span>
            </li>
          ))}
        </ul>
      </ScrollRegion>
      <Pager from={from} shown={data.rows.length} total={total} onTurn={setFrom} />
    </>
  )
}
