import type { FeedbackFormRecord } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { useNotify, useRedirect } from 'react-admin'
import { ActionButton, CallButton } from '../../crud/actions.tsx'

import { Text } from '../../crud/inputs.tsx'
import { TabbedRecordPage } from '../../crud/RecordPage.tsx'
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
    recordLabel="form"
    wholeBy="intro"
    title={({ title }) => title}
    about={({ archived_at, form_version, responses, courses }) => (
      <>
        {archived_at && <Chip tone="neutral">Archived</Chip>} Version {form_version} · {countOf(responses, 'response')}{' '}
        · {countOf(courses.length, 'course')}
      </>
    )}
    actions={(form) => <FormActions form={form} />}
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

interface Props {
  form: FeedbackFormRecord
}

const FormActions = ({ form }: Props) => (
  <>
    {form.allowed.includes('duplicate') && <DuplicateButton form={form} />}
    {form.allowed.includes('restore') && (
      <CallButton
        operation="updateFeedbackForm"
        size="small"
        call={(provider) => provider.call('updateFeedbackForm', archivedOr(form, false))}
        successMessage="The form is in use again"
      >
        Restore
      </CallButton>
    )}
    {form.allowed.includes('archive') && <ArchiveButton form={form} />}
    {form.allowed.includes('delete') && <DeleteButton form={form} />}
  </>
)

const archivedOr = ({ id, version }: FeedbackFormRecord, archived: boolean) => ({
  form_id: id,
  feedbackFormEdit: { version, archived },
})

function DuplicateButton({ form }: Props) {
  const redirect = useRedirect()
  return (
    <ActionButton
      operation="duplicateFeedbackForm"
      label="Duplicate…"
      size="small"
      title={`Duplicate ${form.title}`}
      call={(provider, formCopy: { title: string }) =>
        provider.call('duplicateFeedbackForm', { form_id: form.id, formCopy })
      }
      defaultValues={{ title: `${form.title} (copy)`.slice(0, TITLE) }}
      successMessage="Here is the copy"
      submitLabel="Duplicate it"
      onSuccess={({ id }) => redirect('edit', 'feedback_forms', id)}
    >
      <p>The copy asks the same questions. It has no responses, and no course uses it yet.</p>
      <Text source="title" label="Title of the copy" maxLength={TITLE} isRequired />
    </ActionButton>
  )
}

const TITLE = 200

const ArchiveButton = ({ form }: Props) => (
  <ActionButton
    operation="updateFeedbackForm"
    label="Archive…"
    size="small"
    title={`Archive ${form.title}?`}
    call={(provider) => provider.call('updateFeedbackForm', archivedOr(form, true))}
    successMessage="The form is archived"
    submitLabel="Archive it"
    cancelLabel="Leave it"
    color="error"
  >
    <p>
      {form.responses > 0
        ? `It has ${countOf(form.responses, 'response')}, so it is kept and not deleted: what was answered stays readable. `
        : 'It leaves the list of forms. '}
      {form.courses.length > 0 &&
        `${form.courses.map(({ title }) => title).join(', ')} will ask for no feedback until another form is chosen there. `}
      It can be restored.
    </p>
  </ActionButton>
)

/** If the form has received answers in the meantime, the server archives it instead and reports that. */
function DeleteButton({ form }: Props) {
  const redirect = useRedirect()
  const notify = useNotify()
  return (
    <ActionButton
      operation="deleteFeedbackForm"
      label="Delete…"
      size="small"
      title={`Delete ${form.title}?`}
      call={(provider) => provider.call('deleteFeedbackForm', { form_id: form.id })}
      submitLabel="Delete it for ever"
      cancelLabel="Keep it"
      color="error"
      isGone
      onSuccess={({ outcome }) => {
        notify(outcomes[outcome], { type: 'success' })
        redirect('list', 'feedback_forms')
      }}
    >
      <p>Nobody has answered it and no course uses it: it is gone for good, with its questions.</p>
    </ActionButton>
  )
}

const outcomes = {
  deleted: 'The form is deleted',
  archived: 'Somebody has answered it meanwhile: the form is archived, and its answers are kept',
} as const
