import { type ReactNode, useRef } from 'react'
import { CreateBase, type Identifier, useNotify, useRedirect, useResourceContext } from 'react-admin'
import { RecordForm } from './RecordForm.tsx'
import { useResourceCall } from './useResourceCall.ts'

interface Props {
  /** What is added: `banner`. */
  recordLabel: string
  defaultValues: Record<string, unknown>
  successMessage: string
  /** Where to go with the new record. */
  next?: 'list' | 'edit'
  /** Buttons beside Save. */
  actions?: ReactNode
  children: ReactNode
}

/** Adds a record, and goes back to the list or on with it. */
export function CreateForm({ recordLabel, defaultValues, successMessage, next = 'list', actions, children }: Props) {
  const resource = useResourceContext()
  const operation = useResourceCall('create')
  const notify = useNotify()
  const redirect = useRedirect()
  const created = useRef<Identifier>(undefined)
  return (
    <CreateBase
      mutationOptions={{
        onSuccess: ({ id }) => {
          created.current = id
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
        onSaved={() => redirect(next, resource, created.current)}
      >
        {children}
      </RecordForm>
    </CreateBase>
  )
}
