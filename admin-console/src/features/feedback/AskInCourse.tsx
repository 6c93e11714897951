import type { FeedbackFormRecord } from '@flagyard/api-types'
import { required, SelectInput, useNotify } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { ActionButton } from '../../crud/actions.tsx'
import { useCall } from '../../crud/calls.tsx'
import type { ConsoleDataProvider } from '../../providers/data-provider.ts'
import { ShareInput } from '../courses/ShareInput.tsx'

interface Answers {
  course: string
  share: number
}

interface Props {
  form: FeedbackFormRecord
}

/** Assigns the form to a course, and sets the share of the course after which learners see it. */
export function AskInCourse({ form }: Props) {
  const notify = useNotify()
  const send = async (provider: ConsoleDataProvider, { course: slug, share }: Answers) => {
    const { version } = await provider.call('getCourseForAdmin', { slug })
    return provider.call('saveCourse', {
      slug,
      courseEdit: { version, feedback_form: form.slug, feedback_share: share },
    })
  }
  return (
    <ActionButton
      operation="saveCourse"
      label="Ask in a course…"
      title={`Ask with ${form.title}`}
      call={send}
      defaultValues={{ course: '', share: 0.8 }}
      isReady={({ course }) => !!course}
      submitLabel="Ask there"
      onSuccess={({ title, draft }) =>
        notify(
          draft
            ? `Saved. Learners of ${title} are asked once you publish its changes.`
            : `${title} asks with this form`,
          { type: 'success' },
        )
      }
    >
      <CourseInput form={form} />
      <ShareInput
        source="share"
        label="Percent of the course after which it is asked for"
        validate={required('Say a number')}
        helperText={false}
        fullWidth
      />
    </ActionButton>
  )
}

/** A course has only one form. Warns if this form would replace another. */
function CourseInput({ form }: Props) {
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
