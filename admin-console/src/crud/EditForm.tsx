import { type ReactNode, useState } from 'react'
import { EditBase, type RaRecord, useEditContext, useNotify, useRefresh } from 'react-admin'
import { codeOf } from '../lib/problem.ts'
import { Conflict } from './Conflict.tsx'
import { RecordForm } from './RecordForm.tsx'

interface Props<T> {
  /** What is edited: `account`. */
  recordLabel: string
  /** The words of its fields, by which a conflict names them. */
  labels: Partial<Record<keyof T & string, string>>
  successMessage: string
  /** Buttons beside Save. */
  actions?: ReactNode
  children: ReactNode
}

/**
 * Changes a record. What is typed is kept when somebody else saved first: then what they changed is named, and one's own is saved on top
 * of it.
 */
export function EditForm<T extends RaRecord>({ successMessage, ...rest }: Props<T>) {
  const notify = useNotify()
  const refresh = useRefresh()
  /** The record as it was when somebody else's change was met. */
  const [outdated, setOutdated] = useState<T>()
  return (
    <EditBase<T>
      disableAuthentication
      mutationMode="pessimistic"
      redirect={false}
      mutationOptions={{
        onSuccess: () => {
          setOutdated(undefined)
          notify(successMessage, { type: 'success' })
        },
        // Whatever else is refused stands in the form.
        onError: (error, { previousData }) => {
          if (codeOf(error) !== 'stale_version') return
          setOutdated(previousData as T)
          refresh()
        },
      }}
    >
      <Fields<T> outdated={outdated} {...rest} />
    </EditBase>
  )
}

function Fields<T extends RaRecord>({
  recordLabel,
  labels,
  actions,
  children,
  outdated,
}: Omit<Props<T>, 'successMessage'> & { outdated: T | undefined }) {
  const { record } = useEditContext<T>()
  if (!record) return null
  return (
    <RecordForm name={`${recordLabel} ${record.id}`} resetOptions={keepTyped} actions={actions}>
      {outdated && <Conflict before={outdated} now={record} recordLabel={recordLabel} labels={labels} />}
      {children}
    </RecordForm>
  )
}

/** What comes from the server meanwhile does not overwrite what is being typed. */
const keepTyped = { keepDirtyValues: true }
