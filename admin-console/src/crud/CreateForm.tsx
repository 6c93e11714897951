import { type ReactNode, useRef } from 'react'
import { CreateBase, type RaRecord, useNotify, useRedirect, useResourceContext } from 'react-admin'
import { RecordForm } from './RecordForm.tsx'
import { useResourceCall } from './useResourceCall.ts'

interface Props<T extends RaRecord> {
  /** What is added: `banner`. */
  recordLabel: string
  defaultValues: Record<string, unknown>
  successMessage: string
  /** Where to go with the new record. */
  next?: 'list' | 'edit'
  /** In place of going anywhere: what only the answer says is shown first. */
  onCreated?: (created: T) => void
  /** Buttons beside Save. */
  actions?: ReactNode
  children: ReactNode
}

/** Adds a record, and goes back to the list or on with it. */
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
        // Whatever is refused stands in the form.
        onError: () => undefined,
      }}
    >
      <RecordForm
        name={`new ${recordLabel}`}
        operation={operation}
        defaultValues={defaultValues}
        actions={actions}
        // Not before the form knows that it is saved: it would ask whether to leave what is typed.
        onSaved={() =>
          onCreated && created.current ? onCreated(created.current) : redirect(next, resource, created.current?.id)
        }
      >
        {children}
      </RecordForm>
    </CreateBase>
  )
}
