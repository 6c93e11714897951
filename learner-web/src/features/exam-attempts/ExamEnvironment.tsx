import type { ExamAttempt, ExamReport, MyExamDetails } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { Dialog } from '@flagyard/ui/Dialog'
import { FormError, SelectField, TextArea } from '@flagyard/ui/Form'
import { accountNames, countOf } from '@flagyard/ui/format'
import { useRef, useState } from 'react'
import { api } from '../../lib/api.ts'
import { ConfirmButton } from '../../shell/ConfirmDialog.tsx'
import { formatAccountId, Stages } from '../deployments/Stages.tsx'
import { Contents } from '../lab-work/Contents.tsx'
import { EnvironmentAccess, EnvironmentPanel } from '../lab-work/Environment.tsx'
import { costOf, reportKinds } from './labels.ts'
import { type AttemptProps, type ExamHandle, newestAttempt } from './useExam.ts'

export function ExamEnvironment({ exam, attempt, handle }: AttemptProps) {
  const key = useRef(crypto.randomUUID())
  const { environment } = exam
  const isOpen = environment?.state === 'running' && attempt.state === 'active'
  const reset = async () => {
    const { resets_left } = attempt
    const done = await handle.change(
      'reset',
      () => api.resetExam({ slug: exam.slug }, { idempotencyKey: key.current }),
      (known) => (newestAttempt(known)?.resets_left ?? resets_left) < resets_left,
    )
    if (done) key.current = crypto.randomUUID()
  }
  return (
    <EnvironmentPanel title="Environment" deployment={environment}>
      {isOpen ? (
        <>
          <Contents contents={environment.contents} isExam />
          <EnvironmentAccess deployment={{ ...environment, cloud: exam.cloud }}>
            <ConfirmButton
              label="Reset"
              size="small"
              disabled={attempt.resets_left === 0}
              title="Reset your environment?"
              confirmLabel="Reset"
              cancelLabel="Cancel"
              isPending={handle.pendingName === 'reset'}
              onConfirm={reset}
            >
              <p>
                Everything you did in the account is lost, and it is built again with new credentials. Solved flags stay
                solved, and your clock is paused until it runs.
              </p>
              <p>
                <strong>{costOf(attempt.resets_left, 'reset')}</strong>
              </p>
            </ConfirmButton>
          </EnvironmentAccess>
        </>
      ) : (
        <>
          <p className="small muted">{buildText(exam, attempt)}</p>
          {environment && <Stages stages={environment.stages} />}
        </>
      )}
      {attempt.state === 'active' && (
        <>
          <p className="small muted">A reset keeps solved flags. {countOf(attempt.resets_left, 'reset')} left.</p>
          <FormError>{handle.errorOf('reset')}</FormError>
        </>
      )}
      <div>
        <ReportProblem slug={exam.slug} handle={handle} />
      </div>
    </EnvironmentPanel>
  )
}

function buildText(exam: MyExamDetails, attempt: ExamAttempt): string {
  const { environment } = exam
  if (environment?.state === 'running') return 'It is ready. Its credentials appear here once your exam begins.'
  if (environment?.reason === 'failed')
    return `The build failed. That is our fault${attempt.state === 'active' ? ', and your clock is paused' : ''}. We are trying again.`
  if (environment?.state === 'ending' || environment?.state === 'ended')
    return environment.message ?? 'It has ended. We are about to build another one.'
  const account = environment?.account_id ? `, ${formatAccountId(environment.account_id)}` : ''
  return environment
    ? `We are building it in ${exam.cloud === 'gcp' ? 'a' : 'an'} ${accountNames[exam.cloud]} of your own${account}.`
    : 'We are about to build it.'
}

type Kind = ExamReport['kind']
const isKind = (value: string): value is Kind => value in reportKinds
const options = Object.entries(reportKinds).map(([value, label]) => ({ value, label }))

/** Reports a problem to support. The server adds the minute and the state of the environment. */
function ReportProblem({ slug, handle }: { slug: string; handle: ExamHandle }) {
  const [open, setOpen] = useState(false)
  const [kind, setKind] = useState<Kind>('environment')
  const [text, setText] = useState('')
  const [isReminded, setReminded] = useState(false)
  const key = useRef(crypto.randomUUID())
  const send = async () => {
    if (text.trim() === '') return setReminded(true)
    const done = await handle.change(
      'report',
      () => api.reportExamProblem({ exam: slug, examReportPayload: { kind, text } }, { idempotencyKey: key.current }),
      ({ reports }) => reports.some((one) => one.kind === kind && one.text === text),
    )
    if (!done) return
    key.current = crypto.randomUUID()
    setText('')
    setReminded(false)
    setOpen(false)
  }
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Report a problem…
      </Button>
      <Dialog
        open={open}
        title="Report a problem"
        onClose={() => setOpen(false)}
        closeOnOutsideClick={false}
        actions={
          <>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button variant="primary" busy={handle.pendingName === 'report'} onClick={() => void send()}>
              Send the report
            </Button>
          </>
        }
      >
        <p>
          Support is notified immediately and replies here and by e-mail. The report includes the current minute and the
          state of your environment. Your clock keeps running; we give back any time lost through our fault.
        </p>
        <SelectField
          label="What is it about?"
          required
          options={options}
          value={kind}
          onChange={({ currentTarget: { value } }) => isKind(value) && setKind(value)}
        />
        <TextArea
          label="What happened?"
          required
          maxLength={4_000}
          value={text}
          hint="What you did, what you expected, and what you saw instead. Please leave out passwords and flags."
          error={isReminded && text.trim() === '' ? 'Tell us what happened.' : undefined}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <FormError>{handle.errorOf('report')}</FormError>
      </Dialog>
    </>
  )
}
