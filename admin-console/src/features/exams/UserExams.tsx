import type { UserExam } from '@flagyard/api-types'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { Button } from '@mui/material'
import { Suspense, useState } from 'react'
import { useRecordContext } from 'react-admin'
import { Column } from '../../crud/Column.tsx'
import { RelatedList } from '../../crud/RelatedList.tsx'
import { Rows } from '../../crud/Rows.tsx'
import { formatMoment } from '../../lib/format.ts'
import { AttemptState } from './AttemptState.tsx'
import { pointsOf } from './attempt-words.ts'

const AttemptDialog = lazyScreen(() => import('./AttemptDialog.tsx'))

export default function UserExams() {
  const username = String(useRecordContext()?.id)
  return (
    <RelatedList reference="attempts" resourceLabel={['attempt', 'attempts']}>
      <Rows<UserExam>
        primaryText={attemptOf}
        tertiaryText={(attempt) => <AttemptState state={attempt.state} />}
        secondaryText={(attempt) => (
          <>
            {[pointsOf(attempt), attempt.scheduled_at && `booked for ${formatMoment(attempt.scheduled_at)}`]
              .filter(Boolean)
              .join(' · ')}
            <div className="row-actions">
              <Details username={username} attempt={attempt} />
            </div>
          </>
        )}
        empty="An exam that is bought appears here with every attempt at it."
      >
        <Column<UserExam> source="title" label="Exam" cellClassName="wraps" render={attemptOf} />
        <Column<UserExam> source="state" label="State" render={(attempt) => <AttemptState state={attempt.state} />} />
        <Column<UserExam> source="points" label="Points" render={pointsOf} />
        <Column<UserExam>
          source="scheduled_at"
          label="Booked for"
          render={(attempt) => momentOf(attempt.scheduled_at)}
        />
        <Column<UserExam> source="started_at" label="Started" render={(attempt) => momentOf(attempt.started_at)} />
        <Column<UserExam> source="decided_at" label="Decided" render={(attempt) => momentOf(attempt.decided_at)} />
        <Column<UserExam> source="counted" label="Counts" render={(attempt) => (attempt.counted ? 'yes' : 'no')} />
        <Column<UserExam>
          source="id"
          label="Attempt"
          isAction
          render={(attempt) => <Details username={username} attempt={attempt} />}
        />
      </Rows>
    </RelatedList>
  )
}

const attemptOf = ({ title, number }: UserExam) => `${title} · attempt ${number}`
const momentOf = (at: string | null) => (at ? formatMoment(at) : '—')

function Details({ username, attempt }: { username: string; attempt: UserExam }) {
  const [open, setOpen] = useState(false)
  const title = attemptOf(attempt)
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)} aria-label={`Open ${title}`}>
        Open
      </Button>
      {open && (
        <Suspense fallback={null}>
          <AttemptDialog username={username} id={attempt.id} title={title} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
