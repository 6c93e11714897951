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
      about="The canary deploys the published lab in an account of the pool, solves it by its script, and ends it. It never goes before people, and counts nowhere."
      note={(canary) => `${settingSentence(canary)} ${canary.refusal ?? ''}`.trim()}
      actions={(canary) => <RecordButtons record={{ ...canary, slug }} actions={canaryActions} />}
    />
  )
}

function settingSentence({ enabled, every_hours, monthly_runs, runs_this_month }: Canary): string {
  const when = enabled ? `On: every ${countOf(every_hours, 'hour')}` : 'Off: it is tried by hand alone'
  return `${when}, at most ${countOf(monthly_runs, 'run')} a month. This month: ${runs_this_month}.`
}

const action = actionsOn<Canary & { slug: string }>()

const canaryActions = [
  action({
    name: 'try',
    operation: 'startCanary',
    label: 'Try now',
    variant: 'contained',
    color: 'primary',
    input: ({ slug }) => ({ slug }),
    success: 'The canary is on its way',
  }),
  action({
    name: 'update',
    operation: 'updateLabCanary',
    label: 'Change…',
    title: 'When the canary tries this lab',
    body: (
      <>
        <BooleanInput source="enabled" label="Try it by itself" helperText={false} />
        <Whole source="every_hours" label="Hours between two runs" min={1} max={744} />
        <Whole
          source="monthly_runs"
          label="Most runs in a month"
          max={1000}
          helperText="A calendar month in UTC. Runs that you start yourself count too."
        />
      </>
    ),
    defaults: ({ enabled, every_hours, monthly_runs }) => ({ enabled, every_hours, monthly_runs }),
    input: ({ slug, version }, { enabled, every_hours, monthly_runs }) => ({
      slug,
      labCanaryEdit: { version, enabled, every_hours, monthly_runs },
    }),
    submit: 'Save',
    success: 'Saved',
  }),
]
