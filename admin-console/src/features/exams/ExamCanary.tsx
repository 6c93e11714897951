import type { ExamRecord } from '@flagyard/api-types'
import { Failed } from '@flagyard/ui/Feedback'
import { Spinner } from '@flagyard/ui/Spinner'
import { useRecordContext } from 'react-admin'
import { CallButton } from '../../crud/CallButton.tsx'
import { useCall } from '../../crud/useCall.ts'
import { sentenceOf } from '../../lib/problem.ts'
import styles from '../content/content.module.css'
import { CanaryRuns } from '../labs/canary/CanaryRuns.tsx'
import { Health } from '../labs/canary/Health.tsx'

/** Result of the exam's daily canary run. */
export default function ExamCanary() {
  const exam = useRecordContext<ExamRecord>()
  const { data, error, refetch } = useCall('getExamCanary', { slug: exam?.id ?? '' })
  if (!exam) return null
  if (error && !data) return <Failed what="the canary" why={sentenceOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Spinner label="Loading the canary" />
  return (
    <div className={`${styles.card} ${styles.facts}`}>
      <p>
        <Health health={data.health} />
      </p>
      <p>
        Once a day the canary solves the published exam by its script, in a simulated account of its own. It takes no
        account of the pool and no seat, is no attempt, and counts nowhere.
      </p>
      {data.refusal && <p role="note">{data.refusal}</p>}
      {data.allowed.includes('try') && (
        <div className="row">
          <CallButton
            operation="startExamCanary"
            variant="contained"
            color="primary"
            call={(provider) => provider.call('startExamCanary', { slug: exam.id })}
            onSuccess={() => void refetch()}
            successMessage="The canary is through"
          >
            Try now
          </CallButton>
        </div>
      )}
      <CanaryRuns runs={data.runs} what="exam" />
    </div>
  )
}
