import { useState } from 'react'
import { BooleanInput, DateTimeInput, required, useRedirect, useResourceContext } from 'react-admin'
import { ActionButton } from '../../../crud/actions/ActionButton.tsx'
import { CallButton } from '../../../crud/actions/action-table.tsx'
import { useResourceCall } from '../../../crud/calls.tsx'
import { codeOf } from '../../../lib/problem.ts'
import type { ConsoleDataProvider } from '../../../providers/data-provider.ts'
import type { ContentRecord } from '../content-record.tsx'
import { useKind, useMove } from './useKind.ts'

/** Publishes now or at a given time. For incomplete content, the dialog shows the reason for the refusal. */
export function PublishButtons({ record }: { record: ContentRecord }) {
  const { calls } = useKind()
  const move = useMove(record)
  const update = useResourceCall('update')
  const { title, status, draft, allowed, missing } = record
  if (!(calls ? allowed.includes('publish') : allowed.includes('update') && status !== 'published')) return null
  const overwrite = draft?.changes.some(({ outdated }) => outdated) && (
    <BooleanInput
      source="overwrite"
      label="Publish also what somebody else changed meanwhile: mine stays"
      helperText={false}
    />
  )
  return (
    <>
      <ActionButton
        operation={calls ? calls.names.publish : update}
        label="Publish now…"
        variant="contained"
        title={draft ? 'Publish the changes?' : `Publish ${title}?`}
        call={(provider, { overwrite }: { overwrite?: boolean }): Promise<unknown> =>
          calls ? calls.publish(record, overwrite ? { overwrite } : {})(provider) : move('published')(provider)
        }
        successMessage="Published: everybody sees it now"
        submitLabel="Publish now"
        waiting="Publishing…"
      >
        {missing.length > 0 ? (
          <>
            <p>It cannot be published yet:</p>
            <ul aria-label="Still missing">
              {missing.map(({ code, field, lesson_id, message }) => (
                <li key={`${code ?? field} ${lesson_id} ${message}`}>{message}</li>
              ))}
            </ul>
          </>
        ) : (
          <p>Everybody sees {draft ? 'them at once. They can be taken back afterwards.' : 'it at once.'}</p>
        )}
        {overwrite}
      </ActionButton>
      {calls && (
        <ActionButton
          operation={calls.names.publish}
          label="Publish at an hour…"
          title="Publish at an hour"
          call={(provider, { at, overwrite }: { at: string; overwrite?: boolean }) =>
            calls.publish(record, { at: new Date(at).toISOString(), ...(overwrite && { overwrite }) })(provider)
          }
          successMessage="It will be published at that hour"
          submitLabel="Publish then"
          isReady={({ at }) => !!at}
        >
          <DateTimeInput
            source="at"
            label="When"
            helperText={`Your time, ${Intl.DateTimeFormat().resolvedOptions().timeZone}. Until then it can be taken back.`}
            validate={required('Say when')}
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
  const move = useMove(record)
  const { title, status, allowed } = record
  const update = useResourceCall('update')
  const mayMove = allowed.includes('update')
  return (
    <>
      {mayMove && status === 'archived' && calls && (
        <CallButton operation={update} call={move('published')} successMessage={`The ${label} is published again`}>
          Bring back
        </CallButton>
      )}
      {/* Courses, labs and exams are archived instead: learners may already have had them. */}
      {mayMove && status !== 'draft' && !calls && (
        <CallButton operation={update} call={move('draft')} successMessage={`The ${label} is a draft again`}>
          Back to draft
        </CallButton>
      )}
      {mayMove && status !== 'archived' && (
        <ActionButton
          operation={update}
          label="Archive…"
          title={`Archive ${title}?`}
          call={move('archived')}
          successMessage={`The ${label} is archived`}
          submitLabel="Archive it"
          cancelLabel="Leave it"
          color="error"
        >
          <p>It leaves the catalogue, and nobody new gets it. Learners who have it keep it, with all that they did.</p>
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
  const move = useMove(record)
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
      successMessage={`The ${label} is deleted`}
      submitLabel="Delete it for ever"
      cancelLabel="Keep it"
      color="error"
      isGone
      onSuccess={() => redirect('list', resource)}
    >
      <p>A {label} that nobody has used is gone for good. One with a history can be archived instead.</p>
      {refused && record.status !== 'archived' && (
        <CallButton operation={update} call={move('archived')} successMessage={`The ${label} is archived`}>
          Archive it instead
        </CallButton>
      )}
    </ActionButton>
  )
}
