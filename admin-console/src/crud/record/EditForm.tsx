import type { Draft } from '@flagyard/auth/drafts'
import { createContext, type ReactNode, useContext, useId, useLayoutEffect, useRef, useState } from 'react'
import {
  CreateBase,
  EditBase,
  type EditBaseProps,
  type RaRecord,
  SaveButton,
  SimpleForm,
  type SimpleFormProps,
  Toolbar,
  useEditContext,
  useNotify,
  useRedirect,
  useRefresh,
  useResourceContext,
} from 'react-admin'
import { codeOf } from '../../lib/problem.ts'
import { useResourceLabel } from '../../resource-options.ts'
import { FormState } from '../actions/ActionDialog.tsx'
import { namesOf } from '../actions/action-table.tsx'
import { type Right, useCan, useResourceCall } from '../calls.tsx'
import { Conflict } from './Conflict.tsx'
import styles from './EditForm.module.css'
import { FormDraft } from './FormDraft.tsx'

interface Props<T> extends Pick<EditBaseProps, 'resource' | 'id' | 'transform'> {
  /** Kind of the record: `account`. Default: that of the resource. */
  recordLabel?: string
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
  const [resourceLabel] = useResourceLabel()
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
        recordLabel={recordLabel ?? resourceLabel}
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

export interface CreateFormProps<T extends RaRecord> {
  /** Kind of the new record: `banner`. Default: that of the resource. */
  recordLabel?: string
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
}: CreateFormProps<T>) {
  const resource = useResourceContext()
  const operation = useResourceCall('create')
  const [resourceLabel] = useResourceLabel()
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
        name={`new ${recordLabel ?? resourceLabel}`}
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

interface RecordFormProps extends Right, Pick<SimpleFormProps, 'defaultValues' | 'resetOptions'> {
  /** Key of the saved draft: `new banner`. */
  name: string
  /** Called with the original values of the fields restored from a draft. */
  onRestore?: (base: Draft['base']) => void
  /** Buttons next to Save. */
  actions?: ReactNode
  onSaved?: () => void
  children: ReactNode
}

/** The form of a new or existing record. Unsaved input triggers a warning on leaving, and is offered as a draft on return. */
const RecordForm = ({ name, operation, fields, onRestore, actions, onSaved, children, ...form }: RecordFormProps) => (
  <PendingFiles>
    <SimpleForm
      className={styles.form ?? ''}
      disableInvalidFormNotification
      noValidate
      warnWhenUnsavedChanges
      formRootPathname={ANYWHERE}
      toolbar={
        <Toolbar className={styles.toolbar ?? ''}>
          <Save operation={operation} {...(fields && { fields })} />
          {actions}
        </Toolbar>
      }
      {...form}
    >
      <FormDraft name={name} onRestore={onRestore} />
      {children}
      <FormState onSaved={onSaved} />
    </SimpleForm>
  </PendingFiles>
)

function Save(right: Right) {
  const isWaiting = useHasPendingFile()
  const words = useId()
  if (!useCan()(right)) return null
  return (
    <>
      <SaveButton icon={null} {...namesOf(right)} {...(isWaiting && { disabled: true, 'aria-describedby': words })} />
      {isWaiting && (
        <span id={words} role="status" className="small muted">
          A file is still uploading. Save when the upload is complete.
        </span>
      )}
    </>
  )
}

/** Matches no path, so every navigation counts as leaving the form, including one to another tab of the page. */
const ANYWHERE = '*'

const UploadStart = createContext<(() => () => void) | undefined>(undefined)
const Pending = createContext(false)

/** Tracks running uploads of a form. A form saved during an upload would lose the file. */
function PendingFiles({ children }: { children: ReactNode }) {
  const [count, setCount] = useState(0)
  const [startUpload] = useState(() => () => {
    setCount((now) => now + 1)
    return () => setCount((now) => now - 1)
  })
  return (
    <UploadStart value={startUpload}>
      <Pending value={count > 0}>{children}</Pending>
    </UploadStart>
  )
}

/** Blocks the save of the surrounding form while `isPending` is true. */
export function usePendingFile(isPending: boolean) {
  const startUpload = useContext(UploadStart)
  useLayoutEffect(() => (isPending ? startUpload?.() : undefined), [isPending, startUpload])
}

/** True while a file of the surrounding form is uploading. */
const useHasPendingFile = (): boolean => useContext(Pending)
