import type { ExamRecord } from '@flagyard/api-types'
import { useRecordContext } from 'react-admin'
import { actionsOn, RecordButtons } from '../../crud/actions/action-table.tsx'
import { useCall } from '../../crud/calls.tsx'
import { CanaryPanel } from './CanaryPanel.tsx'

/** Latest runs of an exam's canary, which runs once a day. */
export default function ExamCanary() {
  const slug = useRecordContext<ExamRecord>()?.id ?? ''
  const read = useCall('getExamCanary', { slug })
  return (
    <CanaryPanel
      read={read}
      what="exam"
      about="Once a day, the canary solves the published exam with its script in a simulated account. It does not use the pool and does not count as an attempt."
      note={({ refusal }) => refusal}
      actions={(canary) => <RecordButtons record={{ ...canary, slug }} actions={[startAction]} />}
    />
  )
}

const startAction = actionsOn<{ slug: string; allowed: string[] }>()({
  operation: 'startExamCanary',
  label: 'Run now',
  variant: 'contained',
  color: 'primary',
  input: ({ slug }) => ({ slug }),
  success: 'Canary run completed',
})
