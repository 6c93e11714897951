import type { ExamAttempt, ExamReport, MyExamDetails } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { Dialog } from '@flagyard/ui/Dialog'
import { FormError } from '@flagyard/ui/Form'
import { SelectField, TextArea } from '@flagyard/ui/fields'
import { accountNames, countOf } from '@flagyard/ui/format'
import { useRef, useState } from 'react'
import { api } from '../../lib/api.ts'
import { ConfirmDialog } from '../../shell/ConfirmDialog.tsx'
import { formatAccountId, Stages } from '../deployments/Stages.tsx'
import { Contents } from '../lab-work/Contents.tsx'
import { EnvironmentAccess, EnvironmentPanel } from '../lab-work/Environment.tsx'
import { costOf, reportKinds } from './labels.ts'
import { type ExamHandle, newestAttempt } from './useExam.ts'

interface Props {
  exam: MyExamDetails
  attempt: ExamAttempt
  handle: ExamHandle
}

export function ExamEnvironment({ exam, attempt, handle }: Props) {
  const [confirming, setConfirming] = useState(false)
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
    setConfirming(false)
  }
  return (
    <EnvironmentPanel title="Environment" deployment={environment}>
      {isOpen ? (
        <>
          <Contents contents={environment.contents} isExam />
          <EnvironmentAccess deployment={{ ...environment, cloud: exam.cloud }}>
            <Button size="small" disabled={attempt.resets_left === 0} onClick={() => setConfirming(true)}>
              Reset
            </Button>
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
      <ConfirmDialog
        open={confirming}
        title="Reset your environment?"
        confirmLabel="Reset it"
        cancelLabel="Keep it as it is"
        isPending={handle.pendingName === 'reset'}
        onConfirm={() => void reset()}
        onClose={() => setConfirming(false)}
      >
        <p>
          Everything you did in the account is lost, and it is built again with new credentials. Solved flags stay
          solved, and your clock stands until it runs.
        </p>
        <p>
          <strong>{costOf(attempt.resets_left, 'reset')}</strong>
        </p>
      </ConfirmDialog>
    </EnvironmentPanel>
  )
}

function buildText(exam: MyExamDetails, attempt: ExamAttempt): string {
  const { environment } = exam
  if (environment?.state === 'running') return 'It is ready. Its credentials appear here once your exam begins.'
  if (environment?.reason === 'failed')
    return `Building it failed. That is our fault${attempt.state === 'active' ? ', and your clock stands' : ''}. We are trying again.`
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
            <Button onClick={() => setOpen(false)}>Not now</Button>
            <Button variant="primary" busy={handle.pendingName === 'report'} onClick={() => void send()}>
              Send it
            </Button>
          </>
        }
      >
        <p>
          Support is told at once, and answers here and by mail. The minute and the state of your environment are kept
          with it. Your time goes on meanwhile; we give back what our fault cost you.
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
