import type { CourseWithFeedback, FeedbackAnalytics } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/links'
import { ButtonLink } from '@flagyard/ui/Button'
import { Empty, Failed } from '@flagyard/ui/Feedback'
import { Spinner } from '@flagyard/ui/Spinner'
import { useCall, useCan } from '../../../crud/calls.tsx'
import { sentenceOf } from '../../../lib/problem.ts'
import styles from './Analytics.module.css'
import { Controls } from './Controls.tsx'
import { Headline } from './Headline.tsx'
import { QuestionCard } from './QuestionCard.tsx'
import { Responses } from './Responses.tsx'
import { Texts } from './Texts.tsx'
import { useFeedbackSpan } from './useFeedbackSpan.ts'
import { Weeks } from './Weeks.tsx'

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
      {data ? (
        <Figures analytics={data} />
      ) : error ? (
        <Failed what="the feedback" why={sentenceOf(error)} onRetry={() => void refetch()} />
      ) : (
        <Spinner label="Loading the feedback" />
      )}
    </div>
  )
}

function Figures({ analytics }: { analytics: FeedbackAnalytics }) {
  const can = useCan()
  const { version, questions, course } = analytics
  if (!version)
    return (
      <Empty
        title="This course asks for no feedback"
        icon="mail"
        action={<ButtonLink to={`${consolePaths.course(course.slug)}/certificate`}>Choose a form</ButtonLink>}
      >
        Nobody has been asked yet. Once a form is chosen, learners find it after a part of the course that you decide.
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
        <Texts analytics={analytics} />
      )}
      {can({ operation: 'listFeedbackResponses' }) && version.shown > 0 && <Responses analytics={analytics} />}
    </>
  )
}
