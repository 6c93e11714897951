import type { UserExam } from '@flagyard/api-types'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { Button } from '@mui/material'
import { Suspense, useState } from 'react'
import { useRecordContext } from 'react-admin'
import { useSearchParams } from 'react-router-dom'
import { RelatedList } from '../../crud/list/RelatedList.tsx'
import { Column, Rows } from '../../crud/list/Rows.tsx'
import { formatMoment } from '../../lib/format.ts'
import { AttemptState } from './AttemptState.tsx'
import { pointsOf } from './attempt-words.ts'

const Col = Column<UserExam>

const AttemptDialog = lazyScreen(() => import('./AttemptDialog.tsx'))

export default function UserExams() {
  const username = String(useRecordContext()?.id)
  // Rendered outside the rows: a dialog inside a row would reset when the table becomes a phone list.
  const [open, setOpen] = useState<UserExam | null>(null)
  // The address can name the attempt to open.
  const [search, setSearch] = useSearchParams()
  const named = search.get('attempt')
  const id = open?.id ?? named
  const details = (attempt: UserExam) => (
    <Button
      size="small"
      sx={{ color: 'var(--ink)' }}
      onClick={() => setOpen(attempt)}
      aria-label={`Open ${attemptOf(attempt)}`}
    >
      Open
    </Button>
  )
  const close = () => {
    setOpen(null)
    if (named) setSearch({}, { replace: true })
  }
  return (
    <>
      <RelatedList reference="attempts" resourceLabel={['attempt', 'attempts']}>
        <Rows<UserExam>
          primaryText={attemptOf}
          tertiaryText={stateOf}
          secondaryText={(attempt) => (
            <>
              {[pointsOf(attempt), attempt.scheduled_at && `booked for ${formatMoment(attempt.scheduled_at)}`]
                .filter((part) => part && part !== '—')
                .join(' · ')}
              <div className="row-actions">{details(attempt)}</div>
            </>
          )}
          empty="No exams. Every attempt appears here once the learner gets an exam."
        >
          <Col source="title" label="Exam" wraps render={attemptOf} />
          <Col source="state" label="State" render={stateOf} />
          <Col source="points" label="Points" render={pointsOf} />
          <Col source="scheduled_at" label="Booked for" render={(one) => momentOf(one.scheduled_at)} />
          <Col source="started_at" label="Started" render={(attempt) => momentOf(attempt.started_at)} />
          <Col source="decided_at" label="Decided" render={(attempt) => momentOf(attempt.decided_at)} />
          <Col source="counted" label="Counts" render={(attempt) => (attempt.counted ? 'yes' : 'no')} />
          <Col source="id" label="Attempt" isAction render={details} />
        </Rows>
      </RelatedList>
      {id && (
        <Suspense fallback={null}>
          <AttemptDialog username={username} id={id} title={open ? attemptOf(open) : undefined} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

const attemptOf = ({ title, number }: UserExam) => `${title} · attempt ${number}`
const momentOf = (at: string | null) => (at ? formatMoment(at) : '—')

const stateOf = (attempt: UserExam) => <AttemptState state={attempt.state} isUnderReview={attempt.under_review} />
