import type { Draft } from '@flagyard/auth/drafts'
import { type ReactNode, useState } from 'react'
import { EditBase, type EditBaseProps, type RaRecord, useEditContext, useNotify, useRefresh } from 'react-admin'
import { codeOf } from '../lib/problem.ts'
import { Conflict } from './Conflict.tsx'
import { RecordForm } from './RecordForm.tsx'
import { useResourceCall } from './useResourceCall.ts'

interface Props<T> extends Pick<EditBaseProps, 'resource' | 'id' | 'transform'> {
  /** Kind of the record: `account`. */
  recordLabel: string
  /** Field labels, used to name conflicting fields. */
  labels: Partial<Record<keyof T & string, string>>
  /** Formatters for fields that are not plain text, used to compare versions in a conflict. */
  texts?: Partial<Record<keyof T & string, (value: unknown) => string>>
  successMessage: string | ((saved: T) => string)
  /** Fields that need a capability of their own. */
  rights?: readonly string[]
  /** Buttons next to Save. */
  actions?: ReactNode
  children: ReactNode
}

/** Edits a record with optimistic locking. After a concurrent change, typed input is preserved, and conflicting fields show both versions to choose from. */
export function EditForm<T extends RaRecord>({ successMessage, resource, id, transform, ...fields }: Props<T>) {
  const notify = useNotify()
  const refresh = useRefresh()
  const [isRefused, setIsRefused] = useState(false)
  return (
    <EditBase<T>
      {...(resource ? { resource } : { queryOptions: JUST_READ })}
      {...(id !== undefined && { id })}
      {...(transform && { transform })}
      disableAuthentication
      mutationMode="pessimistic"
      redirect={false}
      mutationOptions={{
        onSuccess: (saved: T) => {
          setIsRefused(false)
          notify(typeof successMessage === 'string' ? successMessage : successMessage(saved), { type: 'success' })
          // The page also shows other parts of the record.
          if (resource) refresh()
        },
        // Other errors are shown in the form.
        onError: (error) => {
          if (codeOf(error) !== 'stale_version') return
          setIsRefused(true)
          refresh()
        },
      }}
    >
      <Fields<T> isRefused={isRefused} {...fields} />
    </EditBase>
  )
}

function Fields<T extends RaRecord>({
  recordLabel,
  labels,
  texts,
  actions,
  rights,
  children,
  isRefused,
}: Pick<Props<T>, 'recordLabel' | 'labels' | 'texts' | 'actions' | 'rights' | 'children'> & { isRefused: boolean }) {
  const { record, resource } = useEditContext<T>()
  const operation = useResourceCall('update', resource)
  const [restoredFrom, setRestoredFrom] = useState<Draft['base']>()
  if (!record) return null
  return (
    <RecordForm
      name={`${resource} ${record.id}`}
      operation={operation}
      {...(rights && { fields: rights })}
      resetOptions={keepTyped}
      actions={actions}
      onRestore={setRestoredFrom}
      onSaved={() => setRestoredFrom(undefined)}
    >
      <Conflict<T>
        record={record}
        restoredFrom={restoredFrom}
        isRefused={isRefused}
        recordLabel={recordLabel}
        labels={labels}
        texts={texts}
      />
      {children}
    </RecordForm>
  )
}

/** Refreshed data does not overwrite fields that are being edited. */
const keepTyped = { keepDirtyValues: true }

/** The page around the form has just loaded the record, so the form reuses it. A refresh still reads it again. */
const JUST_READ = { staleTime: 10_000 }
