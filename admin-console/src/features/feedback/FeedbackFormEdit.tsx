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
        <p>Copies the questions. The copy has no responses and is not used by any course.</p>
        <Text source="title" label="Title of the copy" maxLength={TITLE} isRequired />
      </>
    ),
    defaults: ({ title }) => ({ title: `${title} (copy)`.slice(0, TITLE) }),
    input: ({ id }, { title }) => ({ form_id: id, formCopy: { title } }),
    submit: 'Duplicate form',
    success: 'Form duplicated',
    redirectTo: ({ id }) => id,
  }),
  action({
    name: 'restore',
    operation: 'updateFeedbackForm',
    label: 'Restore',
    input: (form) => archivedOr(form, false),
    success: 'Form restored',
  }),
  action({
    name: 'archive',
    operation: 'updateFeedbackForm',
    label: 'Archive…',
    title: ({ title }) => `Archive ${title}?`,
    body: ({ responses, courses }) => (
      <p>
        {responses > 0
          ? `Its ${countOf(responses, 'response')} stay readable. `
          : 'The form is removed from the list. '}
        {courses.length > 0 &&
          `${courses.map(({ title }) => title).join(', ')} will not request feedback until you choose another form there. `}
        You can restore it later.
      </p>
    ),
    input: (form) => archivedOr(form, true),
    submit: 'Archive form',
    color: 'error',
    success: 'Form archived',
  }),
  // If the form has received answers in the meantime, the server archives it instead and reports that.
  action({
    name: 'delete',
    operation: 'deleteFeedbackForm',
    label: 'Delete…',
    title: ({ title }) => `Delete ${title}?`,
    body: 'Deletes the form and its questions. You cannot undo this.',
    input: ({ id }) => ({ form_id: id }),
    submit: 'Delete form',
    color: 'error',
    success: (_, { outcome }) => outcomes[outcome],
    isGone: true,
  }),
]

const outcomes = {
  deleted: 'Form deleted',
  archived: 'The form received answers in the meantime, so it was archived instead',
} as const
