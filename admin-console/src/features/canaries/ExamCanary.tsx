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
      about="Once a day the canary solves the published exam by its script, in a simulated account of its own. It takes no account of the pool and no seat, is no attempt, and counts nowhere."
      note={({ refusal }) => refusal}
      actions={(canary) => <RecordButtons record={{ ...canary, slug }} actions={[startAction]} />}
    />
  )
}

const startAction = actionsOn<{ slug: string; allowed: string[] }>()({
  operation: 'startExamCanary',
  label: 'Try now',
  variant: 'contained',
  color: 'primary',
  input: ({ slug }) => ({ slug }),
  success: 'The canary is through',
})
