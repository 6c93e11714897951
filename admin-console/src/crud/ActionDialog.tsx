import { BlockingOverlay } from '@flagyard/ui/BlockingOverlay'
import { Button, type ButtonProps } from '@mui/material'
import { type ReactNode, useState } from 'react'
import { Form } from 'react-admin'
import { type FieldValues, useFormState, useWatch } from 'react-hook-form'
import styles from './Dialog.module.css'
import { Dialog, DialogBody, DialogFoot } from './Dialog.tsx'
import { FormState } from './FormState.tsx'
import { type CallOutcome, type Send, useCallMutation } from './useCallMutation.ts'

export interface ActionDialogProps<V extends FieldValues, T> extends CallOutcome<T> {
  title: string
  onClose: () => void
  call: Send<V, T>
  submitLabel: string
  cancelLabel?: string | undefined
  /** `error` for irreversible actions. */
  color?: ButtonProps['color']
  /** Label of the overlay that blocks the screen during the call. By default, only irreversible actions block it. */
  waiting?: string | undefined
  defaultValues?: V | undefined
  /** Enables the submit button, for example once the typed confirmation matches. */
  isReady?: (values: Partial<V>) => boolean
  children?: ReactNode
}

/** Confirmation dialog with a form. Validation errors appear on their fields, other errors in the dialog: a notification would be hidden behind it. */
export function ActionDialog<V extends FieldValues, T>({
  title,
  onClose,
  call,
  successMessage,
  successLink,
  onSuccess,
  isGone,
  defaultValues,
  waiting,
  children,
  ...buttons
}: ActionDialogProps<V, T>) {
  const { submit, isPending } = useCallMutation(call, { successMessage, successLink, onSuccess, isGone })
  const overlayLabel = waiting ?? (buttons.color === 'error' ? 'Please wait…' : null)
  // Freezes the default values on mount. New ones would reset the form and lose typed input when the page behind it refreshes.
  const [initial] = useState(defaultValues)
  const submitAndClose = async (values: FieldValues) => {
    const errors = await submit(values as V)
    if (!errors) onClose()
    return errors
  }
  return (
    <Dialog title={title} onClose={onClose} dismissible={false}>
      <Form
        className={styles.form ?? ''}
        record={noRecord}
        {...(initial && { defaultValues: initial })}
        onSubmit={submitAndClose}
        disableInvalidFormNotification
        noValidate
      >
        <DialogBody>
          {children}
          <FormState />
        </DialogBody>
        <DialogFoot>
          <Buttons onClose={onClose} {...buttons} />
        </DialogFoot>
      </Form>
      <BlockingOverlay label={isPending ? overlayLabel : null} />
    </Dialog>
  )
}

/** Isolates the form from the record of the page around it. */
const noRecord = {}

function Buttons<V extends FieldValues, T>({
  onClose,
  submitLabel,
  cancelLabel = 'Cancel',
  color = 'primary',
  isReady = () => true,
}: Pick<ActionDialogProps<V, T>, 'onClose' | 'submitLabel' | 'cancelLabel' | 'color' | 'isReady'>) {
  const { isSubmitting } = useFormState()
  const values = useWatch() as Partial<V>
  return (
    <>
      <Button onClick={onClose}>{cancelLabel}</Button>
      <Button type="submit" variant="contained" color={color} loading={isSubmitting} disabled={!isReady(values)}>
        {submitLabel}
      </Button>
    </>
  )
}
