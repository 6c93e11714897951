import type { CourseWithFeedback } from '@flagyard/api-types'
import { consolePaths, feedbackLink } from '@flagyard/api-types/console-links'
import { ButtonLink } from '@flagyard/ui/Button'
import { Empty, Failed } from '@flagyard/ui/Feedback'
import { Spinner } from '@flagyard/ui/Spinner'
import { Link, useSearchParams } from 'react-router-dom'
import { useCall } from '../../crud/calls.tsx'
import { RecordCard } from '../../crud/record/RecordCards.tsx'
import { ScreenHeader } from '../../crud/ScreenHeader.tsx'
import { countOf } from '../../lib/format.ts'
import { sentenceOf } from '../../lib/problem.ts'
import { CourseFeedback } from './analytics/CourseFeedback.tsx'
import styles from './Feedback.module.css'

/** Feedback on the course in the address, or a list of courses to choose from. */
export default function FeedbackAnalytics() {
  const [search] = useSearchParams()
  const course = search.get('course')
  const { data, error, refetch } = useCall('listCoursesWithFeedback')
  if (error && !data)
    return (
      <>
        <ScreenHeader title={TITLE} />
        <Failed what="the courses" why={sentenceOf(error)} onRetry={() => void refetch()} />
      </>
    )
  if (!data) return <Spinner label="Loading courses…" />
  return (
    <>
      <ScreenHeader title={TITLE} />
      {course ? (
        <CourseFeedback course={course} courses={data} />
      ) : data.length === 0 ? (
        <NoCourse />
      ) : (
        <Courses courses={data} />
      )}
    </>
  )
}

const TITLE = 'Feedback analytics'

const NoCourse = () => (
  <Empty
    title="No course has a feedback form yet"
    icon="mail"
    action={<ButtonLink to={consolePaths.listFeedbackForms}>View feedback forms</ButtonLink>}
  >
    Choose a feedback form for a course to see its responses here.
  </Empty>
)

const Courses = ({ courses }: { courses: CourseWithFeedback[] }) => (
  <RecordCard title="Course">
    <ul className={styles.courses}>
      {courses.map(({ slug, title, form, responses }) => (
        <li key={slug}>
          <span className={styles.name}>
            <Link to={feedbackLink(slug)}>{title}</Link>
            <span className={styles.quiet}>{form ? `Asks with “${form}”` : 'Asks for no feedback any more'}</span>
          </span>
          <span className={styles.quiet}>{countOf(responses, 'response')}</span>
        </li>
      ))}
    </ul>
  </RecordCard>
)
