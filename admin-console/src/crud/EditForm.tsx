import type { Draft } from '@flagyard/auth/drafts'
import { type ReactNode, useState } from 'react'
import { EditBase, type EditBaseProps, type RaRecord, useEditContext, useNotify, useRefresh } from 'react-admin'
import { codeOf } from '../lib/problem.ts'
import { Conflict } from './Conflict.tsx'
import { RecordForm } from './RecordForm.tsx'
import { useResourceCall } from './useResourceCall.ts'

interface Props<T> extends Pick<EditBaseProps, 'resource' | 'id' | 'transform'> {
  /** What is edited: `account`. */
  recordLabel: string
  /** The words of its fields, by which a conflict names them. */
  labels: Partial<Record<keyof T & string, string>>
  /** How a field that is no plain text is said, to be laid beside somebody else's. */
  texts?: Partial<Record<keyof T & string, (value: unknown) => string>>
  successMessage: string | ((saved: T) => string)
  /** Fields of it that need a capability of their own. */
  rights?: readonly string[]
  /** Buttons beside Save. */
  actions?: ReactNode
  children: ReactNode
}

/**
 * Changes a record. When somebody else saved first, what is typed stays: of each field that both changed, theirs stands beside it and can be
 * taken.
 */
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
          // The page around it shows more than this part of the record.
          if (resource) refresh()
        },
        // Whatever else is refused stands in the form.
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

/** What comes from the server meanwhile does not overwrite what is being typed. */
const keepTyped = { keepDirtyValues: true }

/** The page around the form has just read the record: it is not asked for twice. What is refreshed is read again all the same. */
const JUST_READ = { staleTime: 10_000 }
