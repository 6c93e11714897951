import { useState } from 'react'
import { useRedirect, useResourceContext } from 'react-admin'
import { ActionButton, CallButton } from '../../../crud/actions.tsx'
import { useResourceCall } from '../../../crud/calls.tsx'
import { codeOf } from '../../../lib/problem.ts'
import type { ConsoleDataProvider } from '../../../providers/data-provider.ts'
import type { ContentRecord } from '../content-record.ts'
import { useKind } from './useKind.ts'
import { useMove } from './useMove.ts'

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
