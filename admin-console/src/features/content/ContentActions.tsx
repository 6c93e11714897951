import { useState } from 'react'
import { useRedirect, useResourceContext } from 'react-admin'
import { ActionButton } from '../../crud/ActionButton.tsx'
import { CallButton } from '../../crud/CallButton.tsx'
import { codeOf } from '../../lib/problem.ts'
import type { ConsoleDataProvider } from '../../providers/data-provider.ts'
import type { ContentRecord } from './content-record.ts'
import { Publication } from './Publication.tsx'

interface Props {
  record: ContentRecord
  recordLabel: string
}

/** Where content goes from where it stands. */
export function ContentActions({ record, recordLabel }: Props) {
  const { status, allowed } = record
  const move = useMove(record)
  return (
    <>
      {'draft' in record ? (
        <Publication record={record} recordLabel={recordLabel} />
      ) : (
        allowed.includes('update') &&
        status !== 'published' && (
          <CallButton
            variant="contained"
            color="primary"
            call={move('published')}
            successMessage={`The ${recordLabel} is published`}
          >
            Publish
          </CallButton>
        )
      )}
      {allowed.includes('update') && (
        <>
          {status === 'archived' && 'draft' in record && (
            <CallButton call={move('published')} successMessage={`The ${recordLabel} is published again`}>
              Bring back
            </CallButton>
          )}
          {/* What people have had is archived, and no draft any more. */}
          {status !== 'draft' && !('draft' in record) && (
            <CallButton call={move('draft')} successMessage={`The ${recordLabel} is a draft again`}>
              Back to draft
            </CallButton>
          )}
          {status !== 'archived' && (
            <CallButton call={move('archived')} successMessage={`The ${recordLabel} is archived`}>
              Archive
            </CallButton>
          )}
        </>
      )}
      {allowed.includes('delete') && <DeleteButton record={record} recordLabel={recordLabel} />}
    </>
  )
}

function useMove(record: ContentRecord) {
  const resource = useResourceContext() ?? ''
  return (status: ContentRecord['status']) => (provider: ConsoleDataProvider) =>
    provider.update(resource, { id: record.id, data: { ...record, status }, previousData: record })
}

/** What has a history is not deleted: the server says which, and archiving stands beside it. */
function DeleteButton({ record, recordLabel }: Props) {
  const resource = useResourceContext() ?? ''
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
      label="Delete"
      color="error"
      title={`Delete ${record.title}?`}
      submitLabel="Delete"
      cancelLabel="Keep it"
      call={remove}
      isGone
      successMessage={`The ${recordLabel} is deleted`}
      onSuccess={() => redirect('list', resource)}
    >
      <p>A {recordLabel} that nobody has used is gone for good. One with a history can be archived instead.</p>
      {refused && record.status !== 'archived' && (
        <CallButton call={move('archived')} successMessage={`The ${recordLabel} is archived`}>
          Archive it instead
        </CallButton>
      )}
    </ActionButton>
  )
}
