import type { ExamCandidate } from '@flagyard/api-types'
import { attemptLink } from '@flagyard/api-types/console-links'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import type { ReactNode } from 'react'
import { Suspense } from 'react'
import { useRecordContext } from 'react-admin'
import { Link, useSearchParams } from 'react-router-dom'
import { RelatedList } from '../../crud/list/RelatedList.tsx'
import { Column, Rows } from '../../crud/list/Rows.tsx'
import { SelectField } from '../../crud/pickers.tsx'
import { formatMoment } from '../../lib/format.ts'
import { AttemptState, stateOptions } from './AttemptState.tsx'
import { pointsOf } from './attempt-words.ts'

const Col = Column<ExamCandidate>

const RegradeButton = lazyScreen(() => import('./RegradeButton.tsx'))

/** All attempts of the exam, latest date first. The state filter is in the address. */
export default function ExamCandidates() {
  const exam = String(useRecordContext()?.id)
  const [search, setSearch] = useSearchParams()
  const state = stateOptions.find(([value]) => value === search.get('state'))?.[0]
  return (
    <RelatedList
      reference="exam_candidates"
      target="slug"
      resourceLabel={['attempt', 'attempts']}
      filter={state && { state }}
      actions={
        <>
          <Suspense fallback={null}>
            <RegradeButton exam={exam} />
          </Suspense>
          <SelectField
            label="State"
            value={state ?? ''}
            sx={{ minWidth: 160 }}
            onChange={(value) => setSearch(value ? { state: value } : {})}
            options={[['', 'All states'], ...stateOptions]}
          />
        </>
      }
    >
      <Rows<ExamCandidate>
        hiddenColumns={['decided_at']}
        primaryText={(row) => candidate(row, <bdi>{row.full_name}</bdi>)}
        tertiaryText={stateOf}
        secondaryText={(row) =>
          [`Attempt ${row.number}`, row.scheduled_at && formatMoment(row.scheduled_at), pointsOf(row)]
            .filter((part) => part && part !== '—')
            .join(' · ')
        }
        empty={
          state ? 'No attempts in this state.' : 'No attempts yet. Attempts appear here when learners get the exam.'
        }
      >
        <Col source="username" label="Username" long render={(row) => candidate(row, row.username)} />
        <Col source="full_name" label="Name" long />
        <Col source="number" label="Attempt" align="right" />
        <Col source="state" label="State" render={stateOf} />
        <Col source="scheduled_at" label="Date" render={(row) => momentOf(row.scheduled_at)} />
        <Col source="points" label="Points" render={pointsOf} />
        <Col source="decided_at" label="Decided" render={(row) => momentOf(row.decided_at)} />
      </Rows>
    </RelatedList>
  )
}

const candidate = (row: ExamCandidate, text: ReactNode) => (
  <Link to={attemptLink(row.username, row.id)} className="record-link">
    {text}
  </Link>
)
const stateOf = (row: ExamCandidate) => <AttemptState state={row.state} isUnderReview={row.under_review} />
const momentOf = (at: string | null) => (at ? formatMoment(at) : '—')
