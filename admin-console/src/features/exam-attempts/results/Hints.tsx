import type { ExamHint } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/links'
import { Failed, Loading } from '@flagyard/ui/Feedback'
import { Fragment } from 'react'
import { Link } from 'react-router-dom'
import { useCall } from '../../../crud/calls.tsx'
import { formatMoment } from '../../../lib/format.ts'
import { sentenceOf } from '../../../lib/problem.ts'
import styles from './ExamResults.module.css'

interface Props {
  slug: string
  days: { time_zone: string; from?: string; until?: string }
}

/** Similarities between two attempts that may indicate sharing. Each comes with an innocent explanation, because none of them is proof. */
export function Hints({ slug, days }: Props) {
  const { data, error, refetch } = useCall('listExamHints', { slug, ...days })
  return (
    <section className={styles.card} aria-label="Hints of sharing">
      <h2 className={styles.title}>Hints of sharing</h2>
      <p className={styles.note}>
        Something to look at, and never a verdict: each of these also happens among people who did nothing wrong. Look
        at both attempts before you ask anybody anything.
      </p>
      {error ? (
        <Failed what="the hints" why={sentenceOf(error)} onRetry={() => void refetch()} />
      ) : !data ? (
        <Loading what="the hints" />
      ) : data.length === 0 ? (
        <p>Nothing stands out in these days.</p>
      ) : (
        <ul className={styles.hints}>
          {data.map((hint) => (
            <li
              key={`${hint.kind} ${hint.at} ${hint.what.join()} ${hint.candidates.map(({ username }) => username).join()}`}
            >
              <span>{words[hint.kind].told(hint)}</span>
              <span className={styles.note}>It could also be: {words[hint.kind].otherwise}</span>
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
    told: ({ candidates: [one, other], what: [flag] }: ExamHint) => (
      <>
        {one && <Candidate candidate={one} />} handed in the flag “{flag}” of the environment of{' '}
        {other && <Candidate candidate={other} />}.
      </>
    ),
    otherwise:
      'two accounts of one person, a screen that was shared or photographed, or a mistake of ours in planting it.',
  },
  same_order: {
    told: ({ candidates, what, minutes }: ExamHint) => (
      <>
        <Candidates candidates={candidates} /> found {what.length} flags in the same order, never more than{' '}
        {minutes === 1 ? 'a minute' : `${minutes ?? 0} minutes`} apart: {what.join(', ')}.
      </>
    ),
    otherwise: 'an exam whose flags lead from one to the next, and two people who began together and are equally fast.',
  },
  same_address: {
    told: ({ candidates, what: [address] }: ExamHint) => (
      <>
        <Candidates candidates={candidates} /> sat at the same time from the address{' '}
        <span className="mono">{address}</span>.
      </>
    ),
    otherwise: 'one company, campus, family or mobile network: many people share one address.',
  },
} satisfies Record<ExamHint['kind'], { told: (hint: ExamHint) => React.ReactNode; otherwise: string }>

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
