import { Chip } from '@flagyard/ui/Chip'
import { capitalised, formatMoment } from '../../lib/format.ts'
import { PagedRows } from '../../lists/PagedRows.tsx'

const tones: Record<string, 'good' | 'bad' | 'info' | 'warn'> = {
  passed: 'good',
  failed: 'bad',
  no_show: 'bad',
  active: 'warn',
  scheduled: 'info',
}
const moment = (at: string | null) => (at ? formatMoment(at) : '—')

export default function UserExams({ username }: { username: string }) {
  return (
    <PagedRows
      call="listUserExams"
      input={{ username }}
      of={['attempt', 'attempts']}
      empty="An exam that is bought appears here with every attempt at it."
      columns={[
        { label: 'Exam', show: (attempt) => `${attempt.title} · attempt ${attempt.number}`, wraps: true },
        { label: 'State', show: ({ state }) => <Chip tone={tones[state] ?? 'neutral'}>{capitalised(state)}</Chip> },
        {
          label: 'Points',
          show: (attempt) => `${attempt.points + attempt.extra_points} of ${attempt.passing_points} to pass`,
        },
        { label: 'Booked for', show: (attempt) => moment(attempt.scheduled_at) },
        { label: 'Started', show: (attempt) => moment(attempt.started_at) },
        { label: 'Decided', show: (attempt) => moment(attempt.decided_at) },
        { label: 'Counts', show: (attempt) => (attempt.counted ? 'yes' : 'no') },
      ]}
    />
  )
}
