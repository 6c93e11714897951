import type { FeedbackFormRecord, FeedbackFormVersion } from '@flagyard/api-types'
import { consolePaths, feedbackLink } from '@flagyard/api-types/console-links'
import { FeedbackFormBody, type FilledIn } from '@flagyard/ui/FeedbackFormBody'
import { useState } from 'react'
import { RecordContextProvider, SelectInput, useRecordContext } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { actionsOn, RecordButtons } from '../../crud/actions/action-table.tsx'
import { LoadingOrError, useCall } from '../../crud/calls.tsx'
import { EditForm } from '../../crud/record/EditForm.tsx'
import { Facts, RecordCard, StatusChip } from '../../crud/record/RecordCards.tsx'
import { countOf, formatMoment } from '../../lib/format.ts'
import { RecordAudit } from '../audit/RecordAudit.tsx'
import contentStyles from '../content/content.module.css'
import { Preview } from '../content/markdown/Preview.tsx'
import { ShareInput } from '../courses/Completion.tsx'
import styles from './Feedback.module.css'
import { FormInputs, formLabels } from './FeedbackFormCreate.tsx'
import { QuestionList } from './FormQuestions.tsx'

/** The saved form, rendered with the learner app's components. Test input is not stored. */
export function FormPreview() {
  const form = useRecordContext<FeedbackFormRecord>()
  const [filledIn, setFilledIn] = useState<FilledIn>({ values: {}, quote_as: null })
  if (!form) return null
  return (
    <>
      <p className={styles.above}>Preview of the saved form. Test answers are not stored.</p>
      <div className={styles.narrow}>
        <RecordCard title={form.title}>
          {form.questions.length === 0 ? (
            <p className={styles.quiet}>No questions yet.</p>
          ) : (
            <FeedbackFormBody form={form} filledIn={filledIn} onChange={setFilledIn} />
          )}
        </RecordCard>
      </div>
    </>
  )
}

/** Introduction of the form, and the minimum number of responses before answers are shown. */
export function FormSettings() {
  const form = useRecordContext<FeedbackFormRecord>()
  if (!form) return null
  if (!form.allowed.includes('update')) return <Reading form={form} />
  return (
    <div className={contentStyles.card}>
      {form.version_responses > 0 && (
        <p role="note" className={styles.above}>
          Version {form.form_version} has {countOf(form.version_responses, 'response')}. If you change the minimum
          number of responses, the form becomes version {form.form_version + 1}, because respondents were promised the
          current one.
        </p>
      )}
      <EditForm<FeedbackFormRecord> labels={formLabels} successMessage="Form saved">
        <FormInputs />
      </EditForm>
    </div>
  )
}

/** Read-only view for administrators who cannot edit content. */
const Reading = ({ form: { intro, anonymity_threshold } }: { form: FeedbackFormRecord }) => (
  <div className={contentStyles.card}>
    <Facts
      facts={[
        [formLabels.intro, intro ? <Preview key="intro" text={intro} /> : 'none'],
        [formLabels.anonymity_threshold, anonymity_threshold],
      ]}
    />
  </div>
)

/** Courses that use the form, when it is shown in each, and their response counts. */
export function FormCourses() {
  const form = useRecordContext<FeedbackFormRecord>()
  if (!form) return null
  return (
    <RecordCard title="Courses using this form">
      {form.courses.length === 0 ? (
        <p className={styles.quiet}>No course uses this form yet.</p>
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
      <div className="row">
        {!form.archived_at && form.questions.length > 0 && <RecordButtons record={form} actions={askActions} />}
      </div>
      {form.questions.length === 0 && (
        <p className={styles.quiet}>Add questions before you assign the form to a course.</p>
      )}
    </RecordCard>
  )
}

/** Assigns the form to a course, and sets the share of the course after which learners see it. */
const askActions = [
  actionsOn<FeedbackFormRecord>()({
    operation: 'saveCourse',
    label: 'Assign to a course…',
    title: ({ title }) => `Assign ${title} to a course`,
    body: (form) => (
      <>
        <CourseInput form={form} />
        <ShareInput source="share" label="Percentage of the course after which feedback is requested" fullWidth />
      </>
    ),
    defaults: { course: '', share: 0.8 },
    call: async (provider, form, { course: slug, share }) => {
      const { version } = await provider.call('getCourseForAdmin', { slug })
      const courseEdit = { version, feedback_form: form.slug, feedback_share: share }
      return provider.call('saveCourse', { slug, courseEdit })
    },
    isReady: ({ course }) => !!course,
    submit: 'Assign form',
    success: (_, { title, draft }) =>
      draft ? `Saved. Publish the changes of ${title} to use the form.` : `Form assigned to ${title}`,
  }),
]

/** A course has only one form. Warns if this form would replace another. */
function CourseInput({ form }: { form: FeedbackFormRecord }) {
  const { data: courses = [] } = useCall('listCourseChoices')
  const { data: asking = [] } = useCall('listCoursesWithFeedback')
  const chosen: string = useWatch({ name: 'course' })
  const other = asking.find(({ slug, form_id }) => slug === chosen && form_id !== null)?.form
  const has = new Set(form.courses.map(({ slug }) => slug))
  return (
    <SelectInput
      source="course"
      label="Course"
      choices={courses
        .filter(({ slug, status }) => !has.has(slug) && status !== 'archived')
        .map(({ slug, title }) => ({ id: slug, name: title }))}
      emptyText="Choose a course"
      emptyValue=""
      helperText={other ? `Replaces the current form, “${other}”` : false}
      fullWidth
    />
  )
}

/** Earlier versions of the form, latest first. An answer belongs to the version it was given to. */
export function FormVersions() {
  const form = useRecordContext<FeedbackFormRecord>()
  const { data, error, refetch } = useCall('listFeedbackFormVersions', { form_id: String(form?.id) })
  if (!data) return <LoadingOrError what="the versions" error={error} retry={refetch} />
  return (
    <RecordCard title="Versions">
      <p className={styles.quiet}>
        Changing a form that has responses creates a new version. Answers stay with the version they were given to.
      </p>
      <ol className={styles.versions}>
        {data.map((version) => (
          <Version key={version.id} version={version} isAsked={version.number === form?.form_version} />
        ))}
      </ol>
    </RecordCard>
  )
}

const Version = ({ version, isAsked }: { version: FeedbackFormVersion; isAsked: boolean }) => (
  <li>
    <details>
      <summary>
        Version {version.number}
        {isAsked && ', current'} · {countOf(version.responses, 'response')}
      </summary>
      <p className={styles.quiet}>
        Since {formatMoment(version.created_at)} · minimum of {version.anonymity_threshold} responses
      </p>
      <QuestionList questions={version.questions} />
    </details>
  </li>
)

/** Audit entries refer to content by slug, so the record's ID is replaced. */
export function FormHistory() {
  const form = useRecordContext<FeedbackFormRecord>()
  return (
    form && (
      <RecordContextProvider value={{ id: form.slug }}>
        <RecordAudit type="form" />
      </RecordContextProvider>
    )
  )
}
