import type { FeedbackFormRecord } from '@flagyard/api-types'
import { consolePaths, feedbackLink } from '@flagyard/api-types/links'
import { useRecordContext } from 'react-admin'
import { Link } from 'react-router-dom'
import { RecordCard, StatusChip } from '../../crud/RecordCards.tsx'
import { countOf } from '../../lib/format.ts'
import { AskInCourse } from './AskInCourse.tsx'
import styles from './Feedback.module.css'

/** Courses that use the form, when it is shown in each, and their response counts. */
export default function FormCourses() {
  const form = useRecordContext<FeedbackFormRecord>()
  if (!form) return null
  return (
    <RecordCard title="Courses that ask with this form">
      {form.courses.length === 0 ? (
        <p className={styles.quiet}>No course asks with it yet: learners see it nowhere.</p>
      ) : (
        <ul className={styles.courses}>
          {form.courses.map(({ slug, title, status, feedback_share, responses }) => (
            <li key={slug}>
              <span className={styles.name}>
                <Link to={`${consolePaths.course(slug)}/certificate`}>{title}</Link>
                <span className={styles.quiet}>Asks after {Math.round(feedback_share * 100)}% of the course</span>
              </span>
              <span className="row">
                <StatusChip status={status} />
                <Link to={feedbackLink(slug)}>
                  {countOf(responses, 'response')}
                  <span className="visually-hidden"> of {title}</span>
                </Link>
              </span>
            </li>
          ))}
        </ul>
      )}
      <div className="row">{!form.archived_at && form.questions.length > 0 && <AskInCourse form={form} />}</div>
      {form.questions.length === 0 && <p className={styles.quiet}>A form without questions can be asked nowhere.</p>}
    </RecordCard>
  )
}
