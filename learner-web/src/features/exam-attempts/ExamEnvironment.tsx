import type { ExamAttempt, ExamReport, MyExamDetails } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { Dialog } from '@flagyard/ui/Dialog'
import { FormError, SelectField, TextArea } from '@flagyard/ui/Form'
import { accountNames } from '@flagyard/ui/format'
import { useRef, useState } from 'react'
import { api } from '../../lib/api.ts'
import * as t from '../../messages/en/exam-attempts.ts'
import { ConfirmButton } from '../../shell/ConfirmDialog.tsx'
import { formatAccountId, Stages } from '../deployments/Stages.tsx'
import { Contents } from '../lab-work/Contents.tsx'
import { EnvironmentAccess, EnvironmentPanel } from '../lab-work/Environment.tsx'
import { reportKinds } from './labels.ts'
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
    <EnvironmentPanel title={t.environment} deployment={environment}>
      {isOpen ? (
        <>
          <Contents contents={environment.contents} isExam />
          <EnvironmentAccess deployment={{ ...environment, cloud: exam.cloud }}>
            <ConfirmButton
              label={t.reset}
              size="small"
              disabled={attempt.resets_left === 0}
              title={t.resetTitle}
              confirmLabel={t.reset}
              cancelLabel={t.cancel}
              isPending={handle.pendingName === 'reset'}
              onConfirm={reset}
            >
              <p>{t.resetText}</p>
              <p>
                <strong>{t.costOfReset({ left: attempt.resets_left })}</strong>
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
          <p className="small muted">{t.resetsLeft({ count: attempt.resets_left })}</p>
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
  if (environment?.state === 'running') return t.environmentReady
  if (environment?.reason === 'failed') return t.buildFailed({ isPaused: String(attempt.state === 'active') })
  if (environment?.state === 'ending' || environment?.state === 'ended')
    return environment.message ?? t.environmentEnded
  if (!environment) return t.aboutToBuild
  const { account_id } = environment
  return t.building({
    cloud: exam.cloud,
    account: accountNames[exam.cloud],
    hasId: String(account_id !== null),
    id: account_id ? formatAccountId(account_id) : '',
  })
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
        {t.reportProblemOpen}
      </Button>
      <Dialog
        open={open}
        title={t.reportProblem}
        onClose={() => setOpen(false)}
        closeOnOutsideClick={false}
        actions={
          <>
            <Button onClick={() => setOpen(false)}>{t.cancel}</Button>
            <Button variant="primary" busy={handle.pendingName === 'report'} onClick={() => void send()}>
              {t.sendReport}
            </Button>
          </>
        }
      >
        <p>{t.reportIntro}</p>
        <SelectField
          label={t.whatIsItAbout}
          required
          options={options}
          value={kind}
          onChange={({ currentTarget: { value } }) => isKind(value) && setKind(value)}
        />
        <TextArea
          label={t.whatHappened}
          required
          maxLength={4_000}
          value={text}
          hint={t.reportHint}
          error={isReminded && text.trim() === '' ? t.reportEmpty : undefined}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <FormError>{handle.errorOf('report')}</FormError>
      </Dialog>
    </>
  )
}
