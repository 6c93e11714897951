import type { ReactNode } from 'react'
import { CreateBase, useNotify, useRedirect, useResourceContext } from 'react-admin'
import { RecordForm } from './RecordForm.tsx'

interface Props {
  /** What is added: `banner`. */
  recordLabel: string
  defaultValues: Record<string, unknown>
  successMessage: string
  /** Buttons beside Save. */
  actions?: ReactNode
  children: ReactNode
}

/** Adds a record, and goes back to the list. */
export function CreateForm({ recordLabel, defaultValues, successMessage, actions, children }: Props) {
  const resource = useResourceContext()
  const notify = useNotify()
  const redirect = useRedirect()
  return (
    <CreateBase
      mutationOptions={{
        onSuccess: () => notify(successMessage, { type: 'success' }),
        // Whatever is refused stands in the form.
        onError: () => undefined,
      }}
    >
      <RecordForm
        name={`new ${recordLabel}`}
        defaultValues={defaultValues}
        actions={actions}
        // Not before the form knows that it is saved: it would ask whether to leave what is typed.
        onSaved={() => redirect('list', resource)}
      >
        {children}
      </RecordForm>
    </CreateBase>
  )
}
