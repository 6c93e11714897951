import type { ExamHint } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/console-links'
import { SMALL_NUMBER } from '@flagyard/api-types/exam-attempts/timing'
import { Fragment } from 'react'
import { useRecordContext } from 'react-admin'
import { Link, useSearchParams } from 'react-router-dom'
import { CallButton } from '../../../crud/actions/action-table.tsx'
import { LoadingOrError, useCall } from '../../../crud/calls.tsx'
import { DayField } from '../../../crud/pickers.tsx'
import { countOf, formatMoment } from '../../../lib/format.ts'
import { useCapabilities, useReadsPeople } from '../../../lib/useCapabilities.ts'
import { myTimeZone } from '../attempt-words.ts'
import styles from './ExamResults.module.css'
import { AttemptTable, FlagTable, PointsChart } from './ResultTables.tsx'

/** Results of attempts in a date range, which is in the address. */
export default function ExamResults() {
  const slug = String(useRecordContext()?.id)
  const [search, setSearch] = useSearchParams()
  const granted = useCapabilities()
  const readsPeople = useReadsPeople()
  const days = {
    time_zone: myTimeZone(),
    ...(search.get('from') && { from: search.get('from') ?? '' }),
    ...(search.get('until') && { until: search.get('until') ?? '' }),
  }
  const { data, error, refetch } = useCall('getExamResults', { slug, ...days })
  const limit = (name: 'from' | 'until') => (
    <DayField
      label={name === 'from' ? 'From' : 'Until'}
      value={search.get(name) ?? ''}
      onChange={(day) => {
        const { [name]: _, ...others } = Object.fromEntries(search)
        setSearch({ ...others, ...(day && { [name]: day }) }, { replace: true })
      }}
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
            successMessage="CSV downloaded"
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
            Export CSV
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
                ? 'No final results in this period.'
                : `Only ${countOf(data.decided, 'result')} in this period: too few for reliable comparisons.`}
            </p>
          )}
          <PointsChart results={data} />
          <FlagTable results={data} />
          <AttemptTable results={data} />
        </>
      ) : (
        <LoadingOrError what="the results" error={error} retry={refetch} />
      )}
      {granted.has('support') && <SharingSigns slug={slug} days={days} />}
    </section>
  )
}

interface Props {
  slug: string
  days: { time_zone: string; from?: string; until?: string }
}

/** Similarities between two attempts that may indicate sharing. Each comes with an innocent explanation, because none of them is proof. */
function SharingSigns({ slug, days }: Props) {
  const { data, error, refetch } = useCall('listExamHints', { slug, ...days })
  return (
    <section className={styles.card} aria-label="Signs of sharing">
      <h2 className={styles.title}>Signs of sharing</h2>
      <p className={styles.note}>
        These are hints, not proof: each of them also occurs without any misconduct. Review both attempts before you
        contact a candidate.
      </p>
      {error || !data ? (
        <LoadingOrError what="signs of sharing" error={error} retry={refetch} />
      ) : data.length === 0 ? (
        <p>None in this period.</p>
      ) : (
        <ul className={styles.hints}>
          {data.map((hint) => (
            <li
              key={`${hint.kind} ${hint.at} ${hint.what.join()} ${hint.candidates.map(({ username }) => username).join()}`}
            >
              <span>{words[hint.kind].sentence(hint)}</span>
              <span className={styles.note}>Possible innocent explanation: {words[hint.kind].otherwise}</span>
              <span className={styles.note}>{formatMoment(hint.at)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const words = {
  other_flag: {
    sentence: ({ candidates: [one, other], what: [flag] }: ExamHint) => (
      <>
        {one && <Candidate candidate={one} />} submitted the flag “{flag}” from the environment of{' '}
        {other && <Candidate candidate={other} />}.
      </>
    ),
    otherwise: 'two accounts of the same person, a shared or photographed screen, or a deployment error on our side.',
  },
  same_order: {
    sentence: ({ candidates, what, minutes }: ExamHint) => (
      <>
        <Candidates candidates={candidates} /> found {what.length} flags in the same order, at most{' '}
        {minutes === 1 ? 'a minute' : `${minutes ?? 0} minutes`} apart: {what.join(', ')}.
      </>
    ),
    otherwise: 'the flags lead from one to the next, and both candidates started together and are equally fast.',
  },
  same_address: {
    sentence: ({ candidates, what: [address] }: ExamHint) => (
      <>
        <Candidates candidates={candidates} /> took the exam at the same time from the IP address{' '}
        <span className="mono">{address}</span>.
      </>
    ),
    otherwise: 'the same company, campus, family or mobile network, where many people share one IP address.',
  },
} satisfies Record<ExamHint['kind'], { sentence: (hint: ExamHint) => React.ReactNode; otherwise: string }>

type Person = ExamHint['candidates'][number]

const Candidate = ({ candidate: { username, full_name } }: { candidate: Person }) => (
  <Link to={`${consolePaths.user(username)}/exams`}>
    <bdi>{full_name}</bdi>
  </Link>
)

const Candidates = ({ candidates }: { candidates: Person[] }) =>
  candidates.map((one, index) => (
    <Fragment key={`${one.username} ${one.attempt_id}`}>
      {index > 0 && (index === candidates.length - 1 ? ' and ' : ', ')}
      <Candidate candidate={one} />
    </Fragment>
  ))
