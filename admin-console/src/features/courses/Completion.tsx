import type { CourseRecord } from '@flagyard/api-types'
import { consolePaths, feedbackLink } from '@flagyard/api-types/console-links'
import { NumberInput, type NumberInputProps, required, SelectInput } from 'react-admin'
import { Link } from 'react-router-dom'
import { useCall } from '../../crud/calls.tsx'
import { EditForm } from '../../crud/record/EditForm.tsx'
import { savedAs } from '../content/content-record.tsx'
import { Preview } from '../content/markdown/Preview.tsx'
import styles from './CourseEdit.module.css'

const labels = {
  certificate_type: 'Certificate',
  certificate_months: 'Validity in months',
  renews: 'Renews certificates of',
  video_share: 'Percentage of a video that completes its lesson',
  feedback_form: 'Feedback form',
  feedback_share: 'Percentage of the course after which feedback is requested',
} as const

const certificateTypes = [
  { id: 'required', name: 'For all required lessons' },
  { id: 'commercial', name: 'For all required lessons, naming the buyer’s company' },
  { id: 'arte', name: 'For passing the exam' },
]

/** Settings for the end of a course: certificate, exam and feedback form. */
export default function Completion({ course }: { course: CourseRecord }) {
  const { data: forms } = useCall('listFeedbackForms', { range: '[0,99]' })
  const { data: courses = [] } = useCall('listCourseChoices')
  if (!course.allowed.includes('update')) return <ReadOnly text="" />
  const formChoices = choicesOf(Array.isArray(forms) ? forms : forms?.data, course.feedback_form)
  return (
    <div className={`${styles.card} ${styles.narrow}`}>
      <p className="small">
        {course.exam ? (
          <>
            Exam: <Link to={consolePaths.exam(course.exam.slug)}>{course.exam.title}</Link> ({course.exam.status}). Set
            on the exam’s page.
          </>
        ) : (
          <>
            No exam. To add one, choose this course on the page of an exam under{' '}
            <Link to={consolePaths.listExamsForAdmin}>Exams</Link>.
          </>
        )}
      </p>
      {course.feedback_form && (
        <p className="small">
          <Link to={feedbackLink(course.slug)}>Feedback on this course</Link>
        </p>
      )}
      <EditForm<CourseRecord> recordLabel="course" labels={labels} successMessage={savedAs('course')}>
        <div className={styles.pair}>
          <SelectInput
            margin="none"
            source="certificate_type"
            label={labels.certificate_type}
            choices={certificateTypes}
            emptyText="None"
            parse={(typed: string) => typed || null}
            helperText={false}
          />
          <NumberInput
            source="certificate_months"
            label={labels.certificate_months}
            helperText="Leave empty for no limit"
            min={1}
          />
        </div>
        <SelectInput
          margin="none"
          source="renews"
          label={labels.renews}
          choices={courses.flatMap(({ slug, title }) => (slug === course.id ? [] : { id: slug, name: title }))}
          emptyText="No other course"
          parse={(typed: string) => typed || null}
          helperText="Learners who complete this course can renew an expiring certificate of that course"
        />
        <ShareInput source="video_share" label={labels.video_share} />
        <div className={styles.pair}>
          <SelectInput
            margin="none"
            source="feedback_form"
            label={labels.feedback_form}
            choices={formChoices}
            emptyText="None"
            parse={(typed: string) => typed || null}
            helperText={false}
          />
          <ShareInput source="feedback_share" label={labels.feedback_share} />
        </div>
      </EditForm>
    </div>
  )
}

/** The list of forms excludes archived ones, so a course that still uses one adds it here. */
function choicesOf(forms: readonly { slug: string; title: string }[] | undefined, chosen: string | null) {
  const choices = (forms ?? []).map(({ slug, title }) => ({ id: slug, name: title }))
  return chosen === null || choices.some(({ id }) => id === chosen)
    ? choices
    : [...choices, { id: chosen, name: forms ? `${chosen} (archived)` : chosen }]
}

/** Read-only view for administrators who cannot edit content. */
export const ReadOnly = ({ text }: { text: string }) => (
  <div className={styles.card}>
    <p className="muted small">Read-only. You need the content capability to edit this.</p>
    <Preview text={text} />
  </div>
)

/** A fraction from 0 to 1, edited as a percentage. */
export const ShareInput = (props: NumberInputProps) => (
  <NumberInput
    min={0}
    max={100}
    format={(share?: number) => (share === undefined || share === null ? '' : Math.round(share * 100))}
    parse={(typed: string) => (typed === '' ? null : Number(typed) / 100)}
    helperText={false}
    validate={required('Enter a number')}
    {...props}
  />
)
