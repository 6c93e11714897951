import { useState } from 'react'
import { BooleanInput, DateTimeInput, required, useRedirect, useResourceContext } from 'react-admin'
import { ActionDialog } from '../../../crud/actions/ActionDialog.tsx'
import type { RecordDialogProps } from '../../../crud/actions/action-spec.ts'
import { actionsOn, RecordButtons } from '../../../crud/actions/action-table.tsx'
import { capitalised } from '../../../lib/format.ts'
import { codeOf } from '../../../lib/problem.ts'
import type { ConsoleDataProvider } from '../../../providers/data-provider.ts'
import type { ContentRecord } from '../content-record.tsx'
import { currentVersion, type PublishOperations, useKind } from './content-kinds.ts'

/** Publishes now or at a given time, and changes the status. */
export function PublishButtons({ record }: { record: ContentRecord }) {
  const { label, operations } = useKind()
  const publishing = operations ? publishActions(operations) : record.status === 'published' ? [] : [publishBundle]
  return <RecordButtons record={record} actions={[...publishing, ...statusActions(record, label, !operations)]} />
}

const action = actionsOn<ContentRecord>()

const publishNow = {
  label: 'Publish now…',
  variant: 'contained',
  title: ({ title, draft }: ContentRecord) => (draft ? 'Publish changes?' : `Publish ${title}?`),
  body: (record: ContentRecord) => <PublishNow record={record} />,
  submit: 'Publish now',
  waiting: 'Publishing…',
  success: 'Published',
} as const

const publishBundle = action({ ...publishNow, name: 'update', verb: 'update', input: () => ({ status: 'published' }) })

const publishActions = ({ publish }: PublishOperations) => [
  action({
    ...publishNow,
    name: 'publish',
    operation: publish,
    defaults: {} as { overwrite?: boolean },
    input: (record, { overwrite }) => ({
      slug: record.id,
      publication: { version: currentVersion(record), ...(overwrite && { overwrite }) },
    }),
  }),
  action({
    name: 'publish',
    operation: publish,
    label: 'Schedule…',
    title: 'Schedule publication',
    body: (record) => (
      <>
        <DateTimeInput
          source="at"
          label="Date and time"
          helperText={`In your time zone, ${Intl.DateTimeFormat().resolvedOptions().timeZone}. You can cancel it until then.`}
          validate={required('Enter a date and time')}
        />
        <Overwrite record={record} />
      </>
    ),
    defaults: { at: '' } as { at: string; overwrite?: boolean },
    input: (record, { at, overwrite }) => ({
      slug: record.id,
      publication: {
        version: currentVersion(record),
        at: new Date(at).toISOString(),
        ...(overwrite && { overwrite }),
      },
    }),
    isReady: ({ at }) => !!at,
    submit: 'Schedule',
    success: 'Publication scheduled',
  }),
]

/** For incomplete content, shows what is missing: the server will refuse to publish it. */
const PublishNow = ({ record }: { record: ContentRecord }) => (
  <>
    {record.missing.length > 0 ? (
      <>
        <p>Cannot be published yet. Missing:</p>
        <ul aria-label="Missing">
          {record.missing.map(({ code, field, lesson_id, message }) => (
            <li key={`${code ?? field} ${lesson_id} ${message}`}>{message}</li>
          ))}
        </ul>
      </>
    ) : (
      <p>Visible to everyone immediately.{record.draft && ' You can revert the changes afterwards.'}</p>
    )}
    <Overwrite record={record} />
  </>
)

const Overwrite = ({ record: { draft } }: { record: ContentRecord }) =>
  draft?.changes.some(({ outdated }) => outdated) && (
    <BooleanInput
      source="overwrite"
      label="Overwrite changes that another administrator has published in the meantime"
      helperText={false}
    />
  )

const archiveOf = (label: string) =>
  ({
    name: 'update',
    verb: 'update',
    input: () => ({ status: 'archived' }),
    success: `${capitalised(label)} archived`,
  }) as const

/** Only bundles return to draft: learners may already have had the others. */
const statusActions = ({ status }: ContentRecord, label: string, isBundle: boolean) => [
  ...((isBundle ? status !== 'draft' : status === 'archived')
    ? [
        action({
          name: 'update',
          verb: 'update',
          label: isBundle ? 'Return to draft' : 'Publish again',
          input: () => ({ status: isBundle ? 'draft' : 'published' }),
          success: `${capitalised(label)} ${isBundle ? 'returned to draft' : 'published again'}`,
        }),
      ]
    : []),
  ...(status === 'archived'
    ? []
    : [
        action({
          ...archiveOf(label),
          label: 'Archive…',
          title: ({ title }) => `Archive ${title}?`,
          body: 'Removed from the catalogue. Learners who already have it keep access and progress.',
          submit: `Archive ${label}`,
          color: 'error',
        }),
      ]),
  action({ name: 'delete', verb: 'delete', label: 'Delete…', color: 'error', Dialog: DeleteDialog }),
]

/** The server refuses to delete content with a history; archiving is then offered instead. */
function DeleteDialog({ record, onClose }: RecordDialogProps<ContentRecord>) {
  const { label } = useKind()
  const resource = useResourceContext() ?? ''
  const redirect = useRedirect()
  const [isRefused, setRefused] = useState(false)
  const remove = async (provider: ConsoleDataProvider) => {
    try {
      return await provider.delete(resource, { id: record.id, previousData: record })
    } catch (error) {
      setRefused(codeOf(error) === 'conflict')
      throw error
    }
  }
  return (
    <ActionDialog
      title={`Delete ${record.title}?`}
      onClose={onClose}
      call={remove}
      successMessage={`${capitalised(label)} deleted`}
      submitLabel={`Delete ${label}`}
      color="error"
      isGone
      onSuccess={() => redirect('list', resource)}
    >
      <p>You cannot undo this. Content with learner history cannot be deleted; archive it instead.</p>
      {isRefused && record.status !== 'archived' && (
        <RecordButtons record={record} actions={[action({ ...archiveOf(label), label: 'Archive instead' })]} />
      )}
    </ActionDialog>
  )
}
