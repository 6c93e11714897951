import type { ExamAttempt, ExamPreflight, MyExamDetails } from '@flagyard/api-types'
import { PREPARE_MINUTES } from '@flagyard/api-types/exam-attempts/timing'
import { Button } from '@flagyard/ui/Button'
import { Chip } from '@flagyard/ui/Chip'
import { FormError } from '@flagyard/ui/FormError'
import { useRef } from 'react'
import { api } from '../../lib/api.ts'
import { useNow } from '../../lib/useNow.ts'
import { Stages } from '../deployments/Stages.tsx'
import type { ExamHandle } from './useExam.ts'
import { formatMoment, formatShort, myZone } from './zoned-time.ts'

interface Props {
  exam: MyExamDetails
  attempt: ExamAttempt
  handle: ExamHandle
}

/** Builds a small test environment in the exam's cloud, so that a candidate can check that everything works before the exam. */
export function TryEnvironment({ exam, attempt, handle }: Props) {
  const now = useNow() + handle.clockOffset
  const key = useRef(crypto.randomUUID())
  const { preflight } = exam
  const zone = attempt.time_zone ?? myZone()
  const closesAt = Date.parse(attempt.scheduled_at ?? '') - PREPARE_MINUTES * 60_000
  const isTooSoon = preflight?.again_at != null && Date.parse(preflight.again_at) > now
  const isOpen = now < closesAt && preflight?.state !== 'building' && !isTooSoon
  const start = async () => {
    const before = preflight?.asked_at
    await handle.change(
      'preflight',
      () => api.startExamPreflight({ exam: exam.slug }, { idempotencyKey: key.current }),
      (known) => known.preflight !== null && known.preflight.asked_at !== before,
    )
    // The request has completed, so the next try gets a new key.
    key.current = crypto.randomUUID()
  }
  return (
    <li>
      <div className="row between">
        <strong>Test environment</strong>
        <Chip tone={chips[preflight?.state ?? 'none'].tone}>{chips[preflight?.state ?? 'none'].label}</Chip>
      </div>
      <p className="small muted" role="status">
        {wordsOf(preflight, zone)}
      </p>
      {preflight?.state === 'building' && <Stages stages={preflight.stages} />}
      <FormError>{handle.errorOf('preflight')}</FormError>
      {isOpen && (
        <div>
          <Button size="small" busy={handle.pendingName === 'preflight'} onClick={() => void start()}>
            {preflight ? 'Try it again' : 'Try a small environment'}
          </Button>
        </div>
      )}
      {isTooSoon && preflight?.again_at && (
        <p className="small muted">You can try it again from {formatMoment(preflight.again_at, zone)}.</p>
      )}
    </li>
  )
}

const chips = {
  none: { tone: 'neutral', label: 'Not tried' },
  building: { tone: 'info', label: 'Being built' },
  passed: { tone: 'good', label: 'Fine' },
  failed: { tone: 'warn', label: 'Check this' },
} as const

function wordsOf(preflight: ExamPreflight | null, zone: string): string {
  switch (preflight?.state) {
    case undefined:
      return 'We build something small in the cloud of your exam and take it away again. It costs nothing, and uses no attempt and no reset.'
    case 'building':
      return `Asked for on ${formatShort(preflight.asked_at, zone)}. It ends by itself as soon as it runs, or after ten minutes.`
    case 'passed':
      return `On ${formatShort(preflight.asked_at, zone)} it ran after ${preflight.seconds ?? 0} s. It has been taken away again.`
    case 'failed':
      return `${preflight.message ?? 'It did not run within ten minutes. That is our fault, and we look at it.'} Asked for on ${formatShort(preflight.asked_at, zone)}.`
  }
}
