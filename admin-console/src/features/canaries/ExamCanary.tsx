import type { ExamRecord } from '@flagyard/api-types'
import { useRecordContext } from 'react-admin'
import { CallButton } from '../../crud/actions.tsx'
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
      actions={() => (
        <CallButton
          operation="startExamCanary"
          variant="contained"
          color="primary"
          call={(provider) => provider.call('startExamCanary', { slug })}
          onSuccess={() => void read.refetch()}
          successMessage="The canary is through"
        >
          Try now
        </CallButton>
      )}
    />
  )
}
