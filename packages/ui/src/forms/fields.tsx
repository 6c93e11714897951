import {
  type ComponentProps,
  createContext,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useContext,
  useId,
  useState,
} from 'react'
import { classNames } from '../text/class-names.ts'
import styles from './forms.module.css'

/** State of a form that is sent to the server. Its fields show the errors that the server reports for their names. */
export interface Submission {
  submit: (values: FormData, form: HTMLFormElement) => Promise<void>
  isPending: boolean
  /** Error that does not belong to a field. */
  error: string | undefined
  fieldError: (field: string) => string | undefined
}

export const SubmissionContext = createContext<Submission | undefined>(undefined)

/** Error to show at a field: the given one, otherwise the server's. */
export const useFieldError = (name: string | undefined, error?: string): string | undefined => {
  const submission = useContext(SubmissionContext)
  return error ?? (name === undefined ? undefined : submission?.fieldError(name))
}

export interface SelectOption {
  value: string
  label: string
}

interface FieldText {
  label: string
  hint?: ReactNode
  /** Replaces the server's error for this field. */
  error?: string | undefined
}

export function TextField({
  label,
  hint,
  error,
  mono = false,
  className,
  ...input
}: FieldText & { mono?: boolean } & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <Field label={label} hint={hint} error={error} name={input.name} required={input.required}>
      {(aria) => (
        <input
          type="text"
          dir="auto"
          {...input}
          {...aria}
          className={classNames(styles.input, mono && styles.mono, className)}
        />
      )}
    </Field>
  )
}

export function TextArea({
  label,
  hint,
  error,
  className,
  ...input
}: FieldText & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return (
    <Field label={label} hint={hint} error={error} name={input.name} required={input.required}>
      {(aria) => (
        <textarea
          rows={5}
          dir="auto"
          {...input}
          {...aria}
          className={classNames(styles.input, styles.area, className)}
        />
      )}
    </Field>
  )
}

export function SelectField({
  label,
  hint,
  error,
  options,
  className,
  ...select
}: FieldText & { options: SelectOption[] } & SelectHTMLAttributes<HTMLSelectElement>) {
  return (
    <Field label={label} hint={hint} error={error} name={select.name} required={select.required}>
      {(aria) => (
        <select {...select} {...aria} className={classNames(styles.input, styles.select, className)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** A checkbox with its label to the right. The label may contain a link. */
export function Checkbox({
  label,
  hint,
  error,
  ...input
}: { label: ReactNode; hint?: ReactNode; error?: string | undefined } & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId()
  const shownError = useFieldError(input.name, error)
  return (
    <div className={styles.field}>
      <div className={styles.tick}>
        <input {...input} type="checkbox" id={id} {...describedBy(id, hint, shownError)} />
        <label htmlFor={id}>{label}</label>
      </div>
      <HintAndError id={id} hint={hint} error={shownError} />
    </div>
  )
}

type FieldAria = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }

function Field({
  label,
  hint,
  error,
  name,
  required,
  children,
}: FieldText & {
  name: string | undefined
  required?: boolean | undefined
  children: (aria: FieldAria) => ReactNode
}) {
  const id = useId()
  const shownError = useFieldError(name, error)
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
        {!required && <span className={styles.optional}> (optional)</span>}
      </label>
      {children({ id, ...describedBy(id, hint, shownError) })}
      <HintAndError id={id} hint={hint} error={shownError} />
    </div>
  )
}

function HintAndError({ id, hint, error }: { id: string; hint: ReactNode; error: string | undefined }) {
  return (
    <>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </>
  )
}

function describedBy(id: string, hint: ReactNode, error: string | undefined): Omit<FieldAria, 'id'> {
  const ids = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return { ...(ids && { 'aria-describedby': ids }), ...(error && { 'aria-invalid': true }) }
}

/** Password input with a button to show the password. Whether shown or hidden, it is excluded from session recordings and form drafts. */
export function PasswordField({ meter, ...field }: ComponentProps<typeof TextField> & { meter?: ReactNode }) {
  const [shown, setShown] = useState(false)
  return (
    <div className={styles.password} data-sentry-block>
      <TextField
        {...field}
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        className={styles.passwordInput}
      />
      <button
        type="button"
        className={styles.show}
        aria-pressed={shown}
        aria-label="Show what is typed"
        onClick={() => setShown(!shown)}
      >
        {shown ? 'Hide' : 'Show'}
      </button>
      {meter}
    </div>
  )
}
