import { useState } from 'react'
import { BooleanInput, DateTimeInput, required, useRedirect, useResourceContext } from 'react-admin'
import { ActionButton } from '../../../crud/actions/ActionButton.tsx'
import { CallButton } from '../../../crud/actions/action-table.tsx'
import { useResourceCall } from '../../../crud/calls.tsx'
import { capitalised } from '../../../lib/format.ts'
import { codeOf } from '../../../lib/problem.ts'
import type { ConsoleDataProvider } from '../../../providers/data-provider.ts'
import type { ContentRecord } from '../content-record.tsx'
import { useKind, useStatusChange } from './content-kinds.ts'

/** Publishes now or at a given time. For incomplete content, the dialog shows the reason for the refusal. */
export function PublishButtons({ record }: { record: ContentRecord }) {
  const { calls } = useKind()
  const changeStatus = useStatusChange(record)
  const update = useResourceCall('update')
  const { title, status, draft, allowed, missing } = record
  if (!(calls ? allowed.includes('publish') : allowed.includes('update') && status !== 'published')) return null
  const overwrite = draft?.changes.some(({ outdated }) => outdated) && (
    <BooleanInput
      source="overwrite"
      label="Overwrite changes that another administrator has published in the meantime"
      helperText={false}
    />
  )
  return (
    <>
      <ActionButton
        operation={calls ? calls.names.publish : update}
        label="Publish now…"
        variant="contained"
        title={draft ? 'Publish changes?' : `Publish ${title}?`}
        call={(provider, { overwrite }: { overwrite?: boolean }): Promise<unknown> =>
          calls ? calls.publish(record, overwrite ? { overwrite } : {})(provider) : changeStatus('published')(provider)
        }
        successMessage="Published"
        submitLabel="Publish now"
        waiting="Publishing…"
      >
        {missing.length > 0 ? (
          <>
            <p>Cannot be published yet. Missing:</p>
            <ul aria-label="Missing">
              {missing.map(({ code, field, lesson_id, message }) => (
                <li key={`${code ?? field} ${lesson_id} ${message}`}>{message}</li>
              ))}
            </ul>
          </>
        ) : (
          <p>Visible to everyone immediately.{draft && ' You can revert the changes afterwards.'}</p>
        )}
        {overwrite}
      </ActionButton>
      {calls && (
        <ActionButton
          operation={calls.names.publish}
          label="Schedule…"
          title="Schedule publication"
          call={(provider, { at, overwrite }: { at: string; overwrite?: boolean }) =>
            calls.publish(record, { at: new Date(at).toISOString(), ...(overwrite && { overwrite }) })(provider)
          }
          successMessage="Publication scheduled"
          submitLabel="Schedule"
          isReady={({ at }) => !!at}
        >
          <DateTimeInput
            source="at"
            label="Date and time"
            helperText={`In your time zone, ${Intl.DateTimeFormat().resolvedOptions().timeZone}. You can cancel it until then.`}
            validate={required('Enter a date and time')}
          />
          {overwrite}
        </ActionButton>
      )}
    </>
  )
}

/** Status changes other than publishing. */
export function StatusButtons({ record }: { record: ContentRecord }) {
  const { label, calls } = useKind()
  const changeStatus = useStatusChange(record)
  const { title, status, allowed } = record
  const update = useResourceCall('update')
  const canUpdate = allowed.includes('update')
  return (
    <>
      {canUpdate && status === 'archived' && calls && (
        <CallButton
          operation={update}
          call={changeStatus('published')}
          successMessage={`${capitalised(label)} published again`}
        >
          Publish again
        </CallButton>
      )}
      {/* Courses, labs and exams are archived instead: learners may already have had them. */}
      {canUpdate && status !== 'draft' && !calls && (
        <CallButton
          operation={update}
          call={changeStatus('draft')}
          successMessage={`${capitalised(label)} returned to draft`}
        >
          Return to draft
        </CallButton>
      )}
      {canUpdate && status !== 'archived' && (
        <ActionButton
          operation={update}
          label="Archive…"
          title={`Archive ${title}?`}
          call={changeStatus('archived')}
          successMessage={`${capitalised(label)} archived`}
          submitLabel={`Archive ${label}`}
          color="error"
        >
          <p>Removed from the catalogue. Learners who already have it keep access and progress.</p>
        </ActionButton>
      )}
      {allowed.includes('delete') && <DeleteButton record={record} />}
    </>
  )
}

/** The server refuses to delete content with a history; archiving is then offered instead. */
function DeleteButton({ record }: { record: ContentRecord }) {
  const { label } = useKind()
  const resource = useResourceContext() ?? ''
  const [update, operation] = [useResourceCall('update'), useResourceCall('delete')]
  const redirect = useRedirect()
  const changeStatus = useStatusChange(record)
  const [refused, setRefused] = useState(false)
  const remove = async (provider: ConsoleDataProvider) => {
    try {
      return await provider.delete(resource, { id: record.id, previousData: record })
    } catch (error) {
      setRefused(codeOf(error) === 'conflict')
      throw error
    }
  }
  return (
    <ActionButton
      operation={operation}
      label="Delete…"
      title={`Delete ${record.title}?`}
      call={remove}
      successMessage={`${capitalised(label)} deleted`}
      submitLabel={`Delete ${label}`}
      color="error"
      isGone
      onSuccess={() => redirect('list', resource)}
    >
      <p>You cannot undo this. Content with learner history cannot be deleted; archive it instead.</p>
      {refused && record.status !== 'archived' && (
        <CallButton
          operation={update}
          call={changeStatus('archived')}
          successMessage={`${capitalised(label)} archived`}
        >
          Archive instead
        </CallButton>
      )}
    </ActionButton>
  )
}
