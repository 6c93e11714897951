import type { ExamAttempt, MyExamDetails } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { FormError } from '@flagyard/ui/FormError'
import { accountNames, countOf } from '@flagyard/ui/format'
import { useRef, useState } from 'react'
import { api } from '../../lib/api.ts'
import { ConfirmDialog } from '../../shell/ConfirmDialog.tsx'
import { formatAccountId } from '../deployments/labels.ts'
import { Stages } from '../deployments/Stages.tsx'
import { Contents } from '../lab-work/Contents.tsx'
import { EnvironmentAccess, EnvironmentPanel } from '../lab-work/Environment.tsx'
import { costOf } from './labels.ts'
import { ReportProblem } from './ReportProblem.tsx'
import { type ExamHandle, newestAttempt } from './useExam.ts'

interface Props {
  exam: MyExamDetails
  attempt: ExamAttempt
  handle: ExamHandle
}

/** Environment of an exam: build stages, and access to it during the exam. */
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
