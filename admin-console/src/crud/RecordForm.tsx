import type { Draft } from '@flagyard/auth/drafts'
import { type ReactNode, useId } from 'react'
import { SaveButton, SimpleForm, type SimpleFormProps, Toolbar } from 'react-admin'
import styles from './EditForm.module.css'
import { FormDraft } from './FormDraft.tsx'
import { FormState } from './FormState.tsx'
import { namesOf } from './OperationButton.tsx'
import { PendingFiles, useHasPendingFile } from './PendingFiles.tsx'
import { type Right, useCan } from './useCan.ts'

interface Props extends Right, Pick<SimpleFormProps, 'defaultValues' | 'resetOptions'> {
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
export const RecordForm = ({ name, operation, fields, onRestore, actions, onSaved, children, ...form }: Props) => (
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
          A file is still being sent. Save once it is here.
        </span>
      )}
    </>
  )
}

/** Matches no path, so every navigation counts as leaving the form, including one to another tab of the page. */
const ANYWHERE = '*'
