import type { UserExam } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'
import { Column } from '../../crud/Column.tsx'
import { RelatedList } from '../../crud/RelatedList.tsx'
import { Rows } from '../../crud/Rows.tsx'
import { capitalised, formatMoment } from '../../lib/format.ts'

const tones: Record<string, 'good' | 'bad' | 'info' | 'warn'> = {
  passed: 'good',
  failed: 'bad',
  no_show: 'bad',
  active: 'warn',
  scheduled: 'info',
}

export default function UserExams() {
  return (
    <RelatedList reference="attempts" resourceLabel={['attempt', 'attempts']}>
      <Rows<UserExam>
        primaryText={attemptOf}
        tertiaryText={(attempt) => <State attempt={attempt} />}
        secondaryText={(attempt) =>
          [pointsOf(attempt), attempt.scheduled_at && `booked for ${formatMoment(attempt.scheduled_at)}`]
            .filter(Boolean)
            .join(' · ')
        }
        empty="An exam that is bought appears here with every attempt at it."
      >
        <Column<UserExam> source="title" label="Exam" cellClassName="wraps" render={attemptOf} />
        <Column<UserExam> source="state" label="State" render={(attempt) => <State attempt={attempt} />} />
        <Column<UserExam> source="points" label="Points" render={pointsOf} />
        <Column<UserExam>
          source="scheduled_at"
          label="Booked for"
          render={(attempt) => momentOf(attempt.scheduled_at)}
        />
        <Column<UserExam> source="started_at" label="Started" render={(attempt) => momentOf(attempt.started_at)} />
        <Column<UserExam> source="decided_at" label="Decided" render={(attempt) => momentOf(attempt.decided_at)} />
        <Column<UserExam> source="counted" label="Counts" render={(attempt) => (attempt.counted ? 'yes' : 'no')} />
      </Rows>
    </RelatedList>
  )
}

const attemptOf = ({ title, number }: UserExam) => `${title} · attempt ${number}`
const pointsOf = ({ points, extra_points, passing_points }: UserExam) =>
  `${points + extra_points} of ${passing_points} to pass`
const momentOf = (at: string | null) => (at ? formatMoment(at) : '—')

const State = ({ attempt: { state } }: { attempt: UserExam }) => (
  <Chip tone={tones[state] ?? 'neutral'}>{capitalised(state)}</Chip>
)
