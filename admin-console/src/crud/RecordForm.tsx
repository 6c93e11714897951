import type { ReactNode } from 'react'
import { SaveButton, SimpleForm, type SimpleFormProps, Toolbar } from 'react-admin'
import styles from './EditForm.module.css'
import { FormDraft } from './FormDraft.tsx'
import { FormState } from './FormState.tsx'

interface Props extends Pick<SimpleFormProps, 'defaultValues' | 'resetOptions'> {
  /** By what its unsent text is put aside: `new banner`. */
  name: string
  /** Buttons beside Save. */
  actions?: ReactNode
  onSaved?: () => void
  children: ReactNode
}

/** The form of a record, new or not: what is typed and not saved is asked about before it is left, and comes back after a sign-in in between. */
export const RecordForm = ({ name, actions, onSaved, children, ...form }: Props) => (
  <SimpleForm
    className={styles.form ?? ''}
    disableInvalidFormNotification
    noValidate
    warnWhenUnsavedChanges
    formRootPathname={ANYWHERE}
    toolbar={
      <Toolbar className={styles.toolbar ?? ''}>
        <SaveButton icon={null} />
        {actions}
      </Toolbar>
    }
    {...form}
  >
    <FormDraft name={name} />
    {children}
    <FormState onSaved={onSaved} />
  </SimpleForm>
)

/** No address begins like this: every other one leaves the form, that of another tab too. */
const ANYWHERE = '*'
