import { Link } from '@flagyard/ui/Link'
import { formatMoment } from '../../lib/format.ts'
import { PagedRows } from '../../lists/PagedRows.tsx'
import { Difference } from './Difference.tsx'
import { historyOf } from './history.ts'
import { actionWords } from './words.ts'

/** What administrators changed about one account. */
export default function UserAudit({ username }: { username: string }) {
  return (
    <PagedRows
      call="listAudit"
      input={{ filter: JSON.stringify({ subject_type: 'user', subject_id: username }) }}
      of={['change', 'changes']}
      empty="Nothing was changed here by an administrator."
      columns={[
        { label: 'When', show: (entry) => formatMoment(entry.at) },
        { label: 'Who', show: (entry) => entry.actor ?? 'the system' },
        { label: 'What', show: (entry) => actionWords(entry.action) },
        { label: 'Reason', show: (entry) => entry.reason ?? '—', wraps: true },
        { label: 'Change', show: (entry) => <Difference entry={entry} />, wraps: true },
      ]}
    >
      <Link to={historyOf('user', username)}>Open in the audit</Link>
    </PagedRows>
  )
}
