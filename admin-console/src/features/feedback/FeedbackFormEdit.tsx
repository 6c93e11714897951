import type { FeedbackFormRecord } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { actionsOn, RecordButtons } from '../../crud/actions/action-table.tsx'
import { Text } from '../../crud/inputs.tsx'
import { TabbedRecordPage } from '../../crud/record/RecordPage.tsx'
import { countOf } from '../../lib/format.ts'
import contentStyles from '../content/content.module.css'
import { FormQuestions } from './FormQuestions.tsx'

const tabs = [
  {
    path: 'preview',
    label: 'Preview',
    Panel: lazyScreen(async () => ({ default: (await import('./FormTabs.tsx')).FormPreview })),
  },
  {
    path: 'settings',
    label: 'Settings',
    Panel: lazyScreen(async () => ({ default: (await import('./FormTabs.tsx')).FormSettings })),
  },
  {
    path: 'courses',
    label: 'Courses',
    Panel: lazyScreen(async () => ({ default: (await import('./FormTabs.tsx')).FormCourses })),
  },
  {
    path: 'versions',
    label: 'Versions',
    Panel: lazyScreen(async () => ({ default: (await import('./FormTabs.tsx')).FormVersions })),
  },
  {
    path: 'history',
    label: 'History',
    Panel: lazyScreen(async () => ({ default: (await import('./FormTabs.tsx')).FormHistory })),
  },
]

const FeedbackFormEdit = () => (
  <TabbedRecordPage<FeedbackFormRecord>
    wholeBy="intro"
    title={({ title }) => title}
    about={({ archived_at, form_version, responses, courses }) => (
      <>
        {archived_at && <Chip tone="neutral">Archived</Chip>} Version {form_version} · {countOf(responses, 'response')}{' '}
        · {countOf(courses.length, 'course')}
      </>
    )}
    actions={(form) => <RecordButtons record={form} actions={formActions} size="small" />}
    firstTab="Questions"
    tabs={tabs}
  >
    {() => (
      <div className={contentStyles.card}>
        <FormQuestions />
      </div>
    )}
  </TabbedRecordPage>
)

export default FeedbackFormEdit

const action = actionsOn<FeedbackFormRecord>()

const archivedOr = ({ id, version }: FeedbackFormRecord, archived: boolean) => ({
  form_id: id,
  feedbackFormEdit: { version, archived },
})

const TITLE = 200

const formActions = [
  action({
    name: 'duplicate',
    operation: 'duplicateFeedbackForm',
    label: 'Duplicate…',
    title: ({ title }) => `Duplicate ${title}`,
    body: (
      <>
        <p>The copy asks the same questions. It has no responses, and no course uses it yet.</p>
        <Text source="title" label="Title of the copy" maxLength={TITLE} isRequired />
      </>
    ),
    defaults: ({ title }) => ({ title: `${title} (copy)`.slice(0, TITLE) }),
    input: ({ id }, { title }) => ({ form_id: id, formCopy: { title } }),
    submit: 'Duplicate it',
    success: 'Here is the copy',
    opens: ({ id }) => id,
  }),
  action({
    name: 'restore',
    operation: 'updateFeedbackForm',
    label: 'Restore',
    input: (form) => archivedOr(form, false),
    success: 'The form is in use again',
  }),
  action({
    name: 'archive',
    operation: 'updateFeedbackForm',
    label: 'Archive…',
    title: ({ title }) => `Archive ${title}?`,
    body: ({ responses, courses }) => (
      <p>
        {responses > 0
          ? `It has ${countOf(responses, 'response')}, so it is kept and not deleted: what was answered stays readable. `
          : 'It leaves the list of forms. '}
        {courses.length > 0 &&
          `${courses.map(({ title }) => title).join(', ')} will ask for no feedback until another form is chosen there. `}
        It can be restored.
      </p>
    ),
    input: (form) => archivedOr(form, true),
    submit: 'Archive it',
    cancel: 'Leave it',
    color: 'error',
    success: 'The form is archived',
  }),
  // If the form has received answers in the meantime, the server archives it instead and reports that.
  action({
    name: 'delete',
    operation: 'deleteFeedbackForm',
    label: 'Delete…',
    title: ({ title }) => `Delete ${title}?`,
    body: 'Nobody has answered it and no course uses it: it is gone for good, with its questions.',
    input: ({ id }) => ({ form_id: id }),
    submit: 'Delete it for ever',
    cancel: 'Keep it',
    color: 'error',
    success: (_, { outcome }) => outcomes[outcome],
    isGone: true,
  }),
]

const outcomes = {
  deleted: 'The form is deleted',
  archived: 'Somebody has answered it meanwhile: the form is archived, and its answers are kept',
} as const
