import { Chip } from '@flagyard/ui/Chip'
import { capitalised, cloudNames, formatMoment } from '../../lib/format.ts'
import { PagedRows } from '../../lists/PagedRows.tsx'

const tones = {
  queued: 'info',
  held: 'info',
  provisioning: 'warn',
  running: 'good',
  ending: 'warn',
  ended: 'neutral',
} as const

export default function UserDeployments({ username }: { username: string }) {
  return (
    <PagedRows
      call="listDeployments"
      input={{ filter: JSON.stringify({ username }) }}
      of={['deployment', 'deployments']}
      empty="A lab that is deployed appears here, from its place in the queue to its end."
      columns={[
        { label: 'Lab', show: ({ lab }) => lab || 'Exam environment', wraps: true },
        { label: 'State', show: ({ state }) => <Chip tone={tones[state]}>{capitalised(state)}</Chip> },
        { label: 'Ended by', show: ({ reason }) => (reason ? capitalised(reason) : '—') },
        { label: 'Cloud', show: ({ cloud }) => cloudNames[cloud] },
        { label: 'Account', show: ({ account_id }) => <span className="mono">{account_id ?? '—'}</span> },
        { label: 'Asked', show: ({ created_at }) => formatMoment(created_at) },
        { label: 'Ended', show: ({ ended_at }) => (ended_at ? formatMoment(ended_at) : '—') },
      ]}
    />
  )
}
