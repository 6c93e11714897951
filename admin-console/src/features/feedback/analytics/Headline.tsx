import type { FeedbackAnalytics } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/links'
import { Link } from 'react-router-dom'
import { countOf, formatCount } from '../../../lib/format.ts'
import { formatMonday } from '../weeks.ts'
import styles from './Analytics.module.css'
import { formatScore, shareOf } from './figures.ts'
import { Tile } from './Tile.tsx'

type Version = NonNullable<FeedbackAnalytics['version']>

/** Response rate, recommendation score, and the number of responses shown or withheld by the anonymity threshold. */
export function Headline({ analytics, version }: { analytics: FeedbackAnalytics; version: Version }) {
  const { course, reached, responses, questions, from_week, until_week } = analytics
  const recommend = questions.find(({ kind, score }) => kind === 'recommend' && score !== null)
  return (
    <>
      <p className={styles.note}>
        <Link to={consolePaths.course(course.slug)}>{course.title}</Link> · version {version.number} of{' '}
        <Link to={consolePaths.feedbackForm(version.form_id)}>{version.title}</Link>
        {(from_week || until_week) && ` · whole weeks${spanOf(from_week, until_week)}`}
      </p>
      <dl className={styles.figures}>
        <Tile
          name="Response rate"
          figure={shareOf(responses, reached)}
          beside={`${formatCount(responses)} of ${countOf(reached, 'learner')} who got that far, of all time and all versions`}
        />
        <Tile name="Shown here" figure={formatCount(version.shown)} beside={waitingOf(version)} />
        {recommend && (
          <Tile
            name="Recommend score"
            figure={formatScore(recommend.score)}
            beside={`n = ${recommend.answers}; from −100 to 100: who gives 9 or 10, less who gives 6 or less`}
          />
        )}
      </dl>
    </>
  )
}

const spanOf = (from: string | null, until: string | null) =>
  `${from ? ` from ${formatMonday(from)}` : ''}${until ? ` to the one of ${formatMonday(until)}` : ''}`

const waitingOf = ({ waiting, anonymity_threshold }: Version) =>
  waiting === 0
    ? `responses, in groups of at least ${anonymity_threshold}`
    : `responses; ${formatCount(waiting)} more ${waiting === 1 ? 'waits' : 'wait'} until a group of ${anonymity_threshold} is complete`
