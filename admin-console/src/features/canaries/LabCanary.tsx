import type { LabCanary as Canary, LabRecord } from '@flagyard/api-types'
import { BooleanInput, useRecordContext } from 'react-admin'
import { actionsOn, RecordButtons } from '../../crud/actions/action-table.tsx'
import { useCall } from '../../crud/calls.tsx'
import { Whole } from '../../crud/inputs.tsx'
import { countOf } from '../../lib/format.ts'
import { CanaryPanel } from './CanaryPanel.tsx'

const REFETCH_MS = 5_000

/** Settings of a lab's canary, and its latest runs. */
export default function LabCanary() {
  const slug = useRecordContext<LabRecord>()?.id ?? ''
  const read = useCall('getLabCanary', { slug }, { refetchInterval: REFETCH_MS })
  return (
    <CanaryPanel
      read={read}
      what="lab"
      about="The canary deploys the published lab in a pool account, solves it with its script and ends it. Learners have priority, and the run does not count."
      note={(canary) => `${settingSentence(canary)} ${canary.refusal ?? ''}`.trim()}
      actions={(canary) => <RecordButtons record={{ ...canary, slug }} actions={canaryActions} />}
    />
  )
}

function settingSentence({ enabled, every_hours, monthly_runs, runs_this_month }: Canary): string {
  const when = enabled ? `On: every ${countOf(every_hours, 'hour')}` : 'Off: manual runs only'
  return `${when}, up to ${countOf(monthly_runs, 'run')} per month. This month: ${runs_this_month}.`
}

const action = actionsOn<Canary & { slug: string }>()

const canaryActions = [
  action({
    name: 'try',
    operation: 'startCanary',
    label: 'Run now',
    variant: 'contained',
    color: 'primary',
    input: ({ slug }) => ({ slug }),
    success: 'Canary run started',
  }),
  action({
    name: 'update',
    operation: 'updateLabCanary',
    label: 'Edit…',
    title: 'Canary schedule',
    body: (
      <>
        <BooleanInput source="enabled" label="Scheduled runs" helperText={false} />
        <Whole source="every_hours" label="Hours between runs" min={1} max={744} />
        <Whole
          source="monthly_runs"
          label="Maximum runs per month"
          max={1000}
          helperText="Calendar month in UTC, including manual runs"
        />
      </>
    ),
    defaults: ({ enabled, every_hours, monthly_runs }) => ({ enabled, every_hours, monthly_runs }),
    input: ({ slug, version }, { enabled, every_hours, monthly_runs }) => ({
      slug,
      labCanaryEdit: { version, enabled, every_hours, monthly_runs },
    }),
    submit: 'Save',
    success: 'Canary schedule saved',
  }),
]
