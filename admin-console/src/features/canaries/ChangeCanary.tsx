import type { LabCanary } from '@flagyard/api-types'
import { BooleanInput } from 'react-admin'
import { ActionButton } from '../../crud/actions.tsx'
import { Whole } from '../../crud/inputs.tsx'

type Edit = Pick<LabCanary, 'enabled' | 'every_hours' | 'monthly_runs'>

interface Props {
  slug: string
  canary: LabCanary
  onSaved: () => void
}

export function ChangeCanary({ slug, canary: { version, enabled, every_hours, monthly_runs }, onSaved }: Props) {
  return (
    <ActionButton<Edit, LabCanary>
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
