import type { CourseWithFeedback, FeedbackAnalytics, FeedbackResponseRow } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/console-links'
import { ButtonLink } from '@flagyard/ui/Button'
import { Empty } from '@flagyard/ui/Feedback'
import { BarChart } from '@mui/x-charts/BarChart'
import { RecordContextProvider, ResourceContextProvider } from 'react-admin'
import { Link } from 'react-router-dom'
import { Figure } from '../../../charts/Figure.tsx'
import { LoadingOrError, useCall, useCan } from '../../../crud/calls.tsx'
import { RelatedList } from '../../../crud/list/RelatedList.tsx'
import { Column, Rows } from '../../../crud/list/Rows.tsx'
import { countOf, formatCount } from '../../../lib/format.ts'
import { formatMonday, mondaysBetween } from '../feedback-words.ts'
import styles from './Analytics.module.css'
import { answersOf, Controls, useFeedbackSpan } from './Controls.tsx'
import { FreeTextAnswers } from './FreeTextAnswers.tsx'
import { formatScore, shareOf, Tile } from './figures.tsx'
import { QuestionCard } from './QuestionCard.tsx'

const Col = Column<FeedbackResponseRow>

interface Props {
  course: string
  courses: CourseWithFeedback[]
}

export function CourseFeedback({ course, courses }: Props) {
  const [span] = useFeedbackSpan()
  const { data, error, refetch } = useCall('getFeedbackAnalytics', { course_slug: course, ...span })
  return (
    <div className={styles.frame}>
      <Controls course={course} courses={courses} analytics={data} />
      {data ? <Figures analytics={data} /> : <LoadingOrError what="the feedback" error={error} retry={refetch} />}
    </div>
  )
}

function Figures({ analytics }: { analytics: FeedbackAnalytics }) {
  const can = useCan()
  const { version, questions, course } = analytics
  if (!version)
    return (
      <Empty
        title="This course has no feedback form"
        icon="mail"
        action={<ButtonLink to={`${consolePaths.course(course.slug)}/certificate`}>Choose a form</ButtonLink>}
      >
        No feedback has been requested yet. Choose a form, and learners see it after the part of the course that you
        set.
      </Empty>
    )
  return (
    <>
      <Headline analytics={analytics} version={version} />
      <Weeks analytics={analytics} />
      {questions
        .filter(({ kind }) => kind !== 'text')
        .map((question) => (
          <QuestionCard key={question.id} question={question} version={version} />
        ))}
      {can({ operation: 'listFeedbackAnswers' }) && questions.some(({ kind }) => kind === 'text') && (
        <FreeTextAnswers analytics={analytics} />
      )}
      {can({ operation: 'listFeedbackResponses' }) && version.shown > 0 && <Responses analytics={analytics} />}
    </>
  )
}

type Version = NonNullable<FeedbackAnalytics['version']>

/** Response rate, recommendation score, and the number of responses shown or withheld by the anonymity threshold. */
function Headline({ analytics, version }: { analytics: FeedbackAnalytics; version: Version }) {
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
          beside={`${formatCount(responses)} of ${countOf(reached, 'learner')} who were asked, all versions`}
        />
        <Tile name="Shown here" figure={formatCount(version.shown)} beside={waitingOf(version)} />
        {recommend && (
          <Tile
            name="Recommendation score"
            figure={formatScore(recommend.score)}
            beside={`n = ${recommend.answers}; from −100 to 100: share of 9 and 10 minus share of 0 to 6`}
          />
        )}
      </dl>
    </>
  )
}

const spanOf = (from: string | null, until: string | null) =>
  `${from ? ` from ${formatMonday(from)}` : ''}${until ? ` to ${formatMonday(until)}` : ''}`

const waitingOf = ({ waiting, anonymity_threshold }: Version) =>
  waiting === 0
    ? `responses, in groups of at least ${anonymity_threshold}`
    : `responses; ${formatCount(waiting)} more are hidden until there are ${anonymity_threshold}`

function Weeks({ analytics: { weeks } }: { analytics: FeedbackAnalytics }) {
  const [first, last] = [weeks[0], weeks.at(-1)]
  if (!first || !last || first === last) return null
  const counts = new Map(weeks.map(({ week, responses }) => [week, responses]))
  const mondays = mondaysBetween(first.week, last.week)
  return (
    <section className={styles.card} aria-labelledby="weeks">
      <h2 id="weeks" className={styles.title}>
        Responses by week
      </h2>
      <Figure
        label="Responses by week"
        heads={['Week of', 'Responses']}
        rows={weeks.map(({ week, responses }) => [formatMonday(week), String(responses)])}
      >
        <BarChart
          height={190}
          series={[{ data: mondays.map((monday) => counts.get(monday) ?? 0), color: 'var(--info)' }]}
          xAxis={[
            {
              scaleType: 'band',
              data: mondays.map(formatMonday),
              height: 24,
              disableTicks: true,
              tickLabelMinGap: 12,
              categoryGapRatio: 0.3,
            },
          ]}
          yAxis={[{ min: 0, width: 32, tickMinStep: 1, disableLine: true, disableTicks: true }]}
          grid={{ horizontal: true }}
          margin={{ top: 8, right: 28, bottom: 4, left: 0 }}
          hideLegend
          skipAnimation
          disableKeyboardNavigation
        />
      </Figure>
      <p className={styles.note}>
        Responses are counted in the week in which their group was complete, so that no single person can be identified.
      </p>
    </section>
  )
}

/** Links to full responses. Respondents are anonymous. */
function Responses({ analytics }: { analytics: FeedbackAnalytics }) {
  const [span] = useFeedbackSpan()
  const { course, ...group } = answersOf(analytics, span)
  return (
    <section className={styles.card} aria-labelledby="responses">
      <h2 id="responses" className={styles.title}>
        Full responses
      </h2>
      <ResourceContextProvider value="feedback_responses">
        <RecordContextProvider value={{ id: course }}>
          <RelatedList
            reference="feedback_responses"
            target="course"
            filter={group}
            resourceLabel={['response', 'responses']}
          >
            <Rows<FeedbackResponseRow>
              label="Responses"
              primaryText={(row) => <Open row={row} />}
              secondaryText={(row) => `Week of ${formatMonday(row.week)}`}
              tertiaryText={(row) => row.quote_as && 'can be quoted'}
              empty="No responses to show in this period."
            >
              <Col source="id" label="Response" render={(row) => <Open row={row} />} />
              <Col source="week" label="Week of" render={({ week }) => formatMonday(week)} />
              <Col source="quote_as" label="Can be quoted" render={({ quote_as }) => (quote_as ? 'yes' : 'no')} />
            </Rows>
          </RelatedList>
        </RecordContextProvider>
      </ResourceContextProvider>
    </section>
  )
}

const Open = ({ row: { id } }: { row: FeedbackResponseRow }) => (
  <Link to={consolePaths.feedbackResponse(id)}>
    Response <span className="mono">{id.slice(0, 8)}</span>
  </Link>
)
