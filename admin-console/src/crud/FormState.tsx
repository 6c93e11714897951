import { useEffect, useEffectEvent, useRef } from 'react'
import { type FieldErrors, useFormContext, useFormState } from 'react-hook-form'
import styles from './EditForm.module.css'

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
    <p role="alert" className={styles.refusal}>
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
