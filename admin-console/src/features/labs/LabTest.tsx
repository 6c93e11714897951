import type { LabRecord, LabTest as Test } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'
import { Button, TextField } from '@mui/material'
import { type FormEvent, useState } from 'react'
import { useRecordContext } from 'react-admin'
import { actionsOn, CallButton, OperationButton, RecordButtons } from '../../crud/actions/action-table.tsx'
import { LoadingOrError, useCall, useCallMutation } from '../../crud/calls.tsx'
import { Text } from '../../crud/inputs.tsx'
import { CopyButton } from '../../crud/links.tsx'
import { capitalised, formatMoment } from '../../lib/format.ts'
import styles from '../content/content.module.css'
import { DeploymentState } from '../deployments/labels.tsx'

/** Runs the lab as a learner would, in an account from the pool. The results do not count. */
export default function LabTest() {
  const lab = useRecordContext<LabRecord>()
  const { data, error, refetch } = useCall('getLabTest', { slug: lab?.id ?? '' }, { refetchInterval: REFETCH_MS })
  if (!lab) return null
  if (!data) return <LoadingOrError what="the test" error={error} retry={refetch} />
  const { deployment } = data
  const isOpen = deployment !== null && deployment.state !== 'ended'
  return (
    <div className={`${styles.card} ${styles.facts}`}>
      <p>
        The lab is built for you in a cloud account, with the same time limit as for learners. It does not affect
        progress, points or resets.
        {lab.tested_at && ` This version was last solved in a test run on ${formatMoment(lab.tested_at)}.`}
      </p>
      <p role="note">
        {data.drafted
          ? 'The test uses your unpublished draft. Solve it to be able to publish the draft.'
          : 'The test uses the lab as saved.'}
        {deployment && data.outdated && ` ${outdatedText(isOpen)}`}
      </p>
      {lab.allowed.includes('test') && (
        <div className="row">
          {(!isOpen || deployment.state === 'held') && (
            <RecordButtons record={lab} actions={[startAction(data.extra_fields)]} />
          )}
          {isOpen && deployment.state !== 'ending' && (
            <CallButton
              operation="endLabTest"
              color="error"
              call={(provider) => provider.call('endLabTest', { slug: lab.id })}
              successMessage="Ending the test"
            >
              End test
            </CallButton>
          )}
        </div>
      )}
      {deployment && <Deployed deployment={deployment} />}
      {deployment?.state === 'running' && (
        <section aria-label="Test flags">
          {data.flags.map((flag) => (
            <TestFlag key={flag.id} slug={lab.id} flag={flag} />
          ))}
        </section>
      )}
    </div>
  )
}

const outdatedText = (isOpen: boolean) =>
  isOpen
    ? 'The lab has changed since this test started. End it and start a new one, so that the test counts.'
    : 'The lab has changed since your last test.'

const REFETCH_MS = 3_000

const action = actionsOn<LabRecord>()

/** Asks for the lab's extra data first, if it needs any. */
const startAction = (fields: Test['extra_fields']) =>
  action({
    name: 'test',
    operation: 'startLabTest',
    defaults: { values: {} as Record<string, string> },
    input: ({ id }, { values }) => ({ slug: id, labTestInput: { values: filledIn(values ?? {}) } }),
    success: 'Test started',
    ...(fields.length === 0
      ? { label: 'Start test', variant: 'contained', color: 'primary' }
      : {
          label: 'Start test…',
          title: 'Extra data for the lab',
          submit: 'Start test',
          body: <Fields fields={fields} />,
        }),
  })

const Fields = ({ fields }: { fields: Test['extra_fields'] }) =>
  fields.map(({ name, label, hint, required, choices }) => (
    <Text
      key={name}
      source={`values.${name}`}
      label={label}
      maxLength={500}
      isRequired={required}
      helperText={[hint, choices.length > 0 && `One of ${choices.join(', ')}`].filter(Boolean).join(' · ') || false}
    />
  ))

const filledIn = (values: Record<string, string | null>) =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : [])))

function Deployed({ deployment }: { deployment: NonNullable<Test['deployment']> }) {
  const { state, reason, message, queue, stages, ends_at, console_url, credentials, outputs } = deployment
  return (
    <section aria-label="Test run" className={styles.facts}>
      <p role="status">
        <DeploymentState state={state} /> {queue && `Position ${queue.place} in the queue. `}
        {state === 'running' && ends_at && `Until ${formatMoment(ends_at)}. `}
        {reason && (reason === 'learner' ? 'You ended it. ' : `Reason: ${capitalised(reason).toLowerCase()}. `)}
        {message}
      </p>
      {stages.map(({ name, state: stage, log }) => (
        <details key={name}>
          <summary>
            {name} · {stage}
          </summary>
          <pre className={`mono ${styles.log}`}>{log.join('\n') || 'No output yet.'}</pre>
        </details>
      ))}
      {console_url && (
        <div>
          <Button component="a" href={console_url} target="_blank" rel="noreferrer">
            Open cloud console
          </Button>
        </div>
      )}
      <Values values={[...credentials, ...Object.entries(outputs).map(([label, value]) => ({ label, value }))]} />
    </section>
  )
}

/** The account's credentials and the module's outputs, each with a copy button. */
const Values = ({ values }: { values: { label: string; value: string }[] }) =>
  values.length > 0 && (
    <dl className={styles.values} data-sentry-block>
      {values.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="mono">{value}</dd>
          <dd>
            <CopyButton text={value} label={`Copy ${label}`} />
          </dd>
        </div>
      ))}
    </dl>
  )

/** One flag of a test run: solved, or a field to submit it. */
function TestFlag({ slug, flag }: { slug: string; flag: Test['flags'][number] }) {
  const [value, setValue] = useState('')
  const { send, isPending } = useCallMutation((provider) =>
    provider.call('submitTestFlag', { slug, id: flag.id, submitFlagPayload: { flag: value } }),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send()
  }
  const isStep = flag.type === 'NOFLAG'
  return (
    <form className={styles.flag} onSubmit={submit}>
      <strong>
        {flag.title} {flag.solved && <Chip tone="good">Solved</Chip>}
      </strong>
      <span className={styles.quiet}>{flag.question}</span>
      {!flag.solved && (
        <div className={styles.answer}>
          {!isStep && (
            <TextField
              label={`Flag for ${flag.title}`}
              size="small"
              value={value}
              onChange={({ target }) => setValue(target.value)}
              slotProps={{ htmlInput: { maxLength: 500, autoComplete: 'off' } }}
            />
          )}
          <OperationButton
            operation="submitTestFlag"
            type="submit"
            loading={isPending}
            aria-label={`${isStep ? 'Confirm' : 'Check'} ${flag.title}`}
          >
            {isStep ? 'Confirm' : 'Check'}
          </OperationButton>
        </div>
      )}
    </form>
  )
}
