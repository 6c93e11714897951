import type { FeedbackFormRecord, FeedbackFormVersion } from '@flagyard/api-types'
import { consolePaths, feedbackLink } from '@flagyard/api-types/links'
import { FeedbackFormBody, type FilledIn } from '@flagyard/ui/FeedbackFormBody'
import { useState } from 'react'
import { RecordContextProvider, SelectInput, useRecordContext } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { actionsOn, RecordButtons } from '../../crud/actions/action-table.tsx'
import { Unread, useCall } from '../../crud/calls.tsx'
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
      <p className={styles.above}>
        As learners see it once it is saved. Try it: what you answer here goes nowhere and is forgotten when you leave.
      </p>
      <div className={styles.narrow}>
        <RecordCard title={form.title}>
          {form.questions.length === 0 ? (
            <p className={styles.quiet}>It has no questions yet.</p>
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
          Version {form.form_version} has {countOf(form.version_responses, 'response')}: another smallest group makes
          version {form.form_version + 1}, because those who answered were told the one that stands here.
        </p>
      )}
      <EditForm<FeedbackFormRecord> labels={formLabels} successMessage="The form is saved">
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
      <div className="row">
        {!form.archived_at && form.questions.length > 0 && <RecordButtons record={form} actions={askActions} />}
      </div>
      {form.questions.length === 0 && <p className={styles.quiet}>A form without questions can be asked nowhere.</p>}
    </RecordCard>
  )
}

/** Assigns the form to a course, and sets the share of the course after which learners see it. */
const askActions = [
  actionsOn<FeedbackFormRecord>()({
    operation: 'saveCourse',
    label: 'Ask in a course…',
    title: ({ title }) => `Ask with ${title}`,
    body: (form) => (
      <>
        <CourseInput form={form} />
        <ShareInput source="share" label="Percent of the course after which it is asked for" fullWidth />
      </>
    ),
    defaults: { course: '', share: 0.8 },
    call: async (provider, form, { course: slug, share }) => {
      const { version } = await provider.call('getCourseForAdmin', { slug })
      const courseEdit = { version, feedback_form: form.slug, feedback_share: share }
      return provider.call('saveCourse', { slug, courseEdit })
    },
    isReady: ({ course }) => !!course,
    submit: 'Ask there',
    success: (_, { title, draft }) =>
      draft ? `Saved. Learners of ${title} are asked once you publish its changes.` : `${title} asks with this form`,
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
      emptyText="Choose one"
      emptyValue=""
      helperText={other ? `It asks with “${other}” now, and will ask with this form instead` : false}
      fullWidth
    />
  )
}

/** Earlier versions of the form, latest first. An answer belongs to the version it was given to. */
export function FormVersions() {
  const form = useRecordContext<FeedbackFormRecord>()
  const { data, error, refetch } = useCall('listFeedbackFormVersions', { form_id: String(form?.id) })
  if (!data) return <Unread what="the versions" error={error} retry={refetch} />
  return (
    <RecordCard title="Versions">
      <p className={styles.quiet}>
        A version begins when a form is changed that somebody has answered. Its answers keep the words that they were
        given to.
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
        {isAsked && ', asked now'} · {countOf(version.responses, 'response')}
      </summary>
      <p className={styles.quiet}>
        Since {formatMoment(version.created_at)} · answers of fewer than {version.anonymity_threshold} people are hidden
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
