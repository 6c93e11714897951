import { BlockingOverlay } from '@flagyard/ui/BlockingOverlay'
import { Button, type ButtonProps } from '@mui/material'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Form } from 'react-admin'
import { type FieldErrors, type FieldValues, useFormContext, useFormState, useWatch } from 'react-hook-form'
import { refusalOf } from '../../lib/problem.ts'
import type { Api } from '../../providers/api.ts'
import { type CallOutcome, type Send, useCall, useCallMutation } from '../calls.tsx'
import formStateStyles from '../record/EditForm.module.css'
import styles from './Dialog.module.css'
import { Dialog, DialogBody, DialogFoot } from './Dialog.tsx'
import dryRunStyles from './DryRunResult.module.css'

export interface ActionDialogProps<V extends FieldValues, T> extends CallOutcome<T> {
  title: string
  onClose: () => void
  call: Send<V, T>
  submitLabel: string
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
  color = 'primary',
  isReady = () => true,
}: Pick<ActionDialogProps<V, T>, 'onClose' | 'submitLabel' | 'color' | 'isReady'>) {
  const { isSubmitting } = useFormState()
  const values = useWatch() as Partial<V>
  return (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button type="submit" variant="contained" color={color} loading={isSubmitting} disabled={!isReady(values)}>
        {submitLabel}
      </Button>
    </>
  )
}

/** Shows server errors that belong to no field, and focuses the first invalid field. After a save, the current values become the form's defaults. */
export function FormState({ onSaved }: { onSaved?: (() => void) | undefined }) {
  const { reset, getValues, setFocus } = useFormContext()
  const { errors, isSubmitSuccessful, submitCount } = useFormState()
  const seen = useRef(submitCount)
  const saved = useEffectEvent(() => onSaved?.())
  useEffect(() => {
    if (!isSubmitSuccessful) return
    reset(getValues())
    saved()
  }, [isSubmitSuccessful, reset, getValues])
  useEffect(() => {
    if (seen.current === submitCount) return
    seen.current = submitCount
    const refused = Object.entries(errors).find(([, error]) => hasInput(error))
    if (refused) setFocus(refused[0])
  }, [submitCount, errors, setFocus])
  const refusals = messagesOf(errors)
  if (refusals.length === 0) return null
  return (
    <p role="alert" className={formStateStyles.refusal}>
      {refusals.join(' ')}
    </p>
  )
}

/** Errors of fields with an input are shown on that input. */
const messagesOf = ({ root, ...fields }: FieldErrors): string[] =>
  [root?.serverError, ...Object.values(fields)].flatMap((error) =>
    error && !hasInput(error) && typeof error.message === 'string' ? [error.message] : [],
  )

const hasInput = (error: object | undefined): boolean => error !== undefined && 'ref' in error && !!error.ref

interface DryRunResultProps<T> {
  /** Result of the dry run. */
  answer: { data?: T | undefined; error: unknown; isFetching: boolean }
  /** Placeholder before the dry run starts. */
  empty?: string | undefined
  children: (outcome: T) => ReactNode
}

/** Shows the result of a dialog's dry run. Its `preview` token is sent with the change, and is empty while the dry run is asked again. */
export function DryRunResult<T extends { preview: string | null }>({
  answer: { data, error, isFetching },
  empty = 'Loading…',
  children,
}: DryRunResultProps<T>) {
  const { setValue } = useFormContext()
  const shown = error || isFetching ? '' : (data?.preview ?? '')
  useEffect(() => setValue('preview', shown), [setValue, shown])
  return (
    <div className={dryRunStyles.result} role="status">
      {error ? (
        <p className={dryRunStyles.refused}>{refusalOf(error)}</p>
      ) : data ? (
        children(data)
      ) : (
        <p>{isFetching ? 'Loading…' : empty}</p>
      )}
    </div>
  )
}

/** Runs a form's dry run while it is filled in. Disabled during the submit: the refresh that follows would preview a change that was just made. */
export function useDryRun<C extends keyof Api>(name: C, input: Parameters<Api[C]>[0], isAsked = true) {
  const { isSubmitting } = useFormState()
  return useCall(name, input, { enabled: isAsked && !isSubmitting, staleTime: 0 })
}
