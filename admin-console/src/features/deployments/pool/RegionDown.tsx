import type { Cloud } from '@flagyard/api-types'
import { ActionButton } from '../../../crud/actions.tsx'
import { useCall } from '../../../crud/calls.tsx'
import { ReasonInput } from '../../../crud/inputs.tsx'
import { countOf } from '../../../lib/format.ts'
import styles from './Pool.module.css'

interface Props {
  cloud: Cloud
  region: string
}

/** Takes a region out of use, after a preview of the effect. */
export const RegionDown = ({ cloud, region }: Props) => (
  <ActionButton
    operation="startRegionOutage"
    label="Region down…"
    size="small"
    title={`Take ${region} out of use`}
    color="error"
    call={(provider, { reason }: { reason: string }) =>
      provider.call('startRegionOutage', { regionOutageInput: { cloud, region, reason, dry_run: false } })
    }
    successMessage={`Nothing is leased in ${region} any more`}
    defaultValues={{ reason: '' }}
    isReady={({ reason }) => !!reason?.trim()}
    submitLabel="Take it out of use"
    cancelLabel="Leave it"
  >
    <Effect cloud={cloud} region={region} />
    <ReasonInput />
  </ActionButton>
)

function Effect({ cloud, region }: Props) {
  const input = { regionOutageInput: { cloud, region, reason: 'Asked before', dry_run: true } }
  const { data } = useCall('startRegionOutage', input, { staleTime: 0 })
  return (
    <ul className={styles.facts}>
      <li>
        {data ? countOf(data.available, 'free account is', 'free accounts are') : 'Free accounts are'} given to nobody,
        nor is what becomes free there.
      </li>
      <li>
        {data
          ? `${countOf(data.running, 'lab goes', 'labs go')} on, ${countOf(data.exams, 'exam', 'exams')} too; whoever works there gets an e-mail.`
          : 'What runs goes on; whoever works there gets an e-mail.'}
      </li>
      {data && data.building > 0 && (
        <li>{countOf(data.building, 'lab is', 'labs are')} being built there, and may fail.</li>
      )}
      <li>One press takes it all back.</li>
    </ul>
  )
}
