import type { LabCanary as Canary, LabRecord } from '@flagyard/api-types'
import { Failed } from '@flagyard/ui/Feedback'
import { Spinner } from '@flagyard/ui/Spinner'
import { useRecordContext } from 'react-admin'
import { CallButton } from '../../../crud/CallButton.tsx'
import { useCall } from '../../../crud/useCall.ts'
import { countOf } from '../../../lib/format.ts'
import { sentenceOf } from '../../../lib/problem.ts'
import styles from '../../content/content.module.css'
import { CanaryRuns } from './CanaryRuns.tsx'
import { ChangeCanary } from './ChangeCanary.tsx'
import { Health } from './Health.tsx'

const REFETCH_MS = 5_000

export default function LabCanary() {
  const lab = useRecordContext<LabRecord>()
  const { data, error, refetch } = useCall('getLabCanary', { slug: lab?.id ?? '' }, { refetchInterval: REFETCH_MS })
  if (!lab) return null
  if (error && !data) return <Failed what="the canary" why={sentenceOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Spinner label="Loading the canary" />
  return (
    <div className={`${styles.card} ${styles.facts}`}>
      <p>
        <Health health={data.health} />
      </p>
      <p>
        The canary deploys the published lab in an account of the pool, solves it by its script, and ends it. It never
        goes before people, and counts nowhere.
      </p>
      <p role="note">
        {settingSentence(data)} {data.refusal}
      </p>
      {data.allowed.length > 0 && (
        <div className="row">
          {data.allowed.includes('try') && (
            <CallButton
              operation="startCanary"
              variant="contained"
              color="primary"
              call={(provider) => provider.call('startCanary', { slug: lab.id })}
              onSuccess={() => void refetch()}
              successMessage="The canary is on its way"
            >
              Try now
            </CallButton>
          )}
          {data.allowed.includes('update') && (
            <ChangeCanary slug={lab.id} canary={data} onSaved={() => void refetch()} />
          )}
        </div>
      )}
      <CanaryRuns runs={data.runs} what="lab" />
    </div>
  )
}

function settingSentence({ enabled, every_hours, monthly_runs, runs_this_month }: Canary): string {
  const when = enabled ? `On: every ${countOf(every_hours, 'hour')}` : 'Off: it is tried by hand alone'
  return `${when}, at most ${countOf(monthly_runs, 'run')} a month. This month: ${runs_this_month}.`
}
