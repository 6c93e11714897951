import { type ReactNode, useRef } from 'react'
import { CreateBase, type RaRecord, useNotify, useRedirect, useResourceContext } from 'react-admin'
import { RecordForm } from './RecordForm.tsx'
import { useResourceCall } from './useResourceCall.ts'

interface Props<T extends RaRecord> {
  /** Kind of the new record: `banner`. */
  recordLabel: string
  defaultValues: Record<string, unknown>
  successMessage: string
  /** Page to open after the save. */
  next?: 'list' | 'edit'
  /** Replaces the navigation, for records whose response contains a value that is shown only once. */
  onCreated?: (created: T) => void
  /** Buttons next to Save. */
  actions?: ReactNode
  children: ReactNode
}

export function CreateForm<T extends RaRecord = RaRecord>({
  recordLabel,
  defaultValues,
  successMessage,
  next = 'list',
  onCreated,
  actions,
  children,
}: Props<T>) {
  const resource = useResourceContext()
  const operation = useResourceCall('create')
  const notify = useNotify()
  const redirect = useRedirect()
  const created = useRef<T>(undefined)
  return (
    <CreateBase<Omit<T, 'id'>, T>
      mutationOptions={{
        onSuccess: (record) => {
          created.current = record
          notify(successMessage, { type: 'success' })
        },
        // Errors are shown in the form.
        onError: () => undefined,
      }}
    >
      <RecordForm
        name={`new ${recordLabel}`}
        operation={operation}
        defaultValues={defaultValues}
        actions={actions}
        // Runs after the form is marked as saved. Earlier, it would warn about unsaved changes.
        onSaved={() =>
          onCreated && created.current ? onCreated(created.current) : redirect(next, resource, created.current?.id)
        }
      >
        {children}
      </RecordForm>
    </CreateBase>
  )
}
