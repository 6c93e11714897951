import { SMALL_NUMBER } from '@flagyard/api-types/exam-attempts/overview'
import { Failed } from '@flagyard/ui/Feedback'
import { Spinner } from '@flagyard/ui/Spinner'
import { TextField } from '@mui/material'
import { useRecordContext } from 'react-admin'
import { useSearchParams } from 'react-router-dom'
import { CallButton } from '../../../crud/actions.tsx'
import { useCall } from '../../../crud/calls.tsx'
import { countOf } from '../../../lib/format.ts'
import { sentenceOf } from '../../../lib/problem.ts'
import { useCapabilities, useReadsPeople } from '../../../lib/useCapabilities.ts'
import { myTimeZone } from '../attempt-words.ts'
import { AttemptTable } from './AttemptTable.tsx'
import styles from './ExamResults.module.css'
import { FlagTable } from './FlagTable.tsx'
import { Hints } from './Hints.tsx'
import { PointsChart } from './PointsChart.tsx'

/** Results of attempts in a date range, which is in the address. */
export default function ExamResults() {
  const slug = String(useRecordContext()?.id)
  const [search, setSearch] = useSearchParams()
  const held = useCapabilities()
  const readsPeople = useReadsPeople()
  const days = {
    time_zone: myTimeZone(),
    ...(search.get('from') && { from: search.get('from') ?? '' }),
    ...(search.get('until') && { until: search.get('until') ?? '' }),
  }
  const { data, error, refetch } = useCall('getExamResults', { slug, ...days })
  const limit = (name: 'from' | 'until') => (
    <TextField
      type="date"
      size="small"
      label={name === 'from' ? 'From' : 'Until'}
      value={search.get(name) ?? ''}
      onChange={({ target }) => {
        const { [name]: _, ...others } = Object.fromEntries(search)
        setSearch({ ...others, ...(target.value && { [name]: target.value }) }, { replace: true })
      }}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  )
  return (
    <section className={styles.frame} aria-label="Results">
      <div className={styles.controls}>
        {limit('from')}
        {limit('until')}
        {data && readsPeople && (
          <CallButton
            operation="listExamCandidates"
            size="small"
            successMessage="Downloaded as CSV"
            call={(provider) =>
              provider.exportList('exam_candidates', {
                names: { slug },
                filter: JSON.stringify({
                  ...(data.from_at && { from: data.from_at }),
                  ...(data.until_at && { until: data.until_at }),
                }),
              })
            }
          >
            Export as CSV
          </CallButton>
        )}
      </div>
      {data ? (
        <>
          <dl className={styles.figures}>
            {(
              [
                ['Passed', data.passed, `of ${countOf(data.decided, 'result')}`],
                ['Failed', data.failed, `of ${countOf(data.decided, 'result')}`],
                ['Missed', data.no_show, 'did not check in'],
                ['Open', data.open, 'booked, running or not final'],
              ] as const
            ).map(([name, count, beside]) => (
              <div key={name} className={styles.figure}>
                <dt>{name}</dt>
                <dd>
                  <span className={styles.number}>{count}</span>
                  <span className={styles.beside}>{beside}</span>
                </dd>
              </div>
            ))}
          </dl>
          {data.other > 0 && (
            <p className={styles.note}>{countOf(data.other, 'attempt')} disqualified or void, not counted above.</p>
          )}
          {data.decided < SMALL_NUMBER && (
            <p className={styles.small} role="note">
              {data.decided === 0
                ? 'There is no final result in these days yet.'
                : `Only ${countOf(data.decided, 'result')} in these days: too few to compare or to judge the exam by.`}
            </p>
          )}
          <PointsChart results={data} />
          <FlagTable results={data} />
          <AttemptTable results={data} />
        </>
      ) : error ? (
        <Failed what="the results" why={sentenceOf(error)} onRetry={() => void refetch()} />
      ) : (
        <Spinner label="Loading the results" />
      )}
      {held.has('support') && <Hints slug={slug} days={days} />}
    </section>
  )
}
