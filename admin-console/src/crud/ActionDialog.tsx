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
  /** `error` for what cannot be undone. */
  color?: ButtonProps['color']
  /** Label of the overlay that blocks the screen until the call has ended. By default only what cannot be undone blocks it. */
  waiting?: string | undefined
  defaultValues?: V | undefined
  /** Whether it may be sent: what must be typed is typed. */
  isReady?: (values: Partial<V>) => boolean
  children?: ReactNode
}

/**
 * A question with its fields. What the server refuses stands at the field that it is about, and else as a sentence here: a notification
 * would lie behind the dialog.
 */
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
  // Those of its opening: a form begins anew with other ones, and what was typed would be gone when the page behind it looks again.
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

/** The form is about the action, and not about the record that its page shows. */
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
