import type { LabCanary as Canary, LabRecord } from '@flagyard/api-types'
import { BooleanInput, useRecordContext } from 'react-admin'
import { ActionButton, CallButton } from '../../crud/actions.tsx'
import { useCall } from '../../crud/calls.tsx'
import { Whole } from '../../crud/inputs.tsx'
import { countOf } from '../../lib/format.ts'
import { CanaryPanel } from './CanaryPanel.tsx'

const REFETCH_MS = 5_000

/** Settings of a lab's canary, and its latest runs. */
export default function LabCanary() {
  const slug = useRecordContext<LabRecord>()?.id ?? ''
  const read = useCall('getLabCanary', { slug }, { refetchInterval: REFETCH_MS })
  const onSuccess = () => void read.refetch()
  return (
    <CanaryPanel
      read={read}
      what="lab"
      about="The canary deploys the published lab in an account of the pool, solves it by its script, and ends it. It never goes before people, and counts nowhere."
      note={(canary) => `${settingSentence(canary)} ${canary.refusal ?? ''}`.trim()}
      actions={(canary) => (
        <>
          {canary.allowed.includes('try') && (
            <CallButton
              operation="startCanary"
              variant="contained"
              color="primary"
              call={(provider) => provider.call('startCanary', { slug })}
              onSuccess={onSuccess}
              successMessage="The canary is on its way"
            >
              Try now
            </CallButton>
          )}
          {canary.allowed.includes('update') && <ChangeCanary slug={slug} canary={canary} onSaved={onSuccess} />}
        </>
      )}
    />
  )
}

function settingSentence({ enabled, every_hours, monthly_runs, runs_this_month }: Canary): string {
  const when = enabled ? `On: every ${countOf(every_hours, 'hour')}` : 'Off: it is tried by hand alone'
  return `${when}, at most ${countOf(monthly_runs, 'run')} a month. This month: ${runs_this_month}.`
}

type Edit = Pick<Canary, 'enabled' | 'every_hours' | 'monthly_runs'>

interface Props {
  slug: string
  canary: Canary
  onSaved: () => void
}

function ChangeCanary({ slug, canary: { version, enabled, every_hours, monthly_runs }, onSaved }: Props) {
  return (
    <ActionButton<Edit, Canary>
      operation="updateLabCanary"
      label="Change…"
      title="When the canary tries this lab"
      submitLabel="Save"
      defaultValues={{ enabled, every_hours, monthly_runs }}
      call={(provider, edit) => provider.call('updateLabCanary', { slug, labCanaryEdit: { version, ...edit } })}
      onSuccess={onSaved}
      successMessage="Saved"
    >
      <BooleanInput source="enabled" label="Try it by itself" helperText={false} />
      <Whole source="every_hours" label="Hours between two runs" min={1} max={744} />
      <Whole
        source="monthly_runs"
        label="Most runs in a month"
        max={1000}
        helperText="A calendar month in UTC. Runs that you start yourself count too."
      />
    </ActionButton>
  )
}
