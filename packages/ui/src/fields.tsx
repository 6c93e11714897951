import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react'
import { classNames } from './class-names.ts'
import styles from './fields.module.css'

interface Words {
  label: string
  hint?: ReactNode
  /** What is wrong and what to do about it. */
  error?: string | undefined
}

export function TextField({
  label,
  hint,
  error,
  mono = false,
  className,
  ...input
}: Words & { mono?: boolean } & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <Field label={label} hint={hint} error={error} required={input.required}>
      {(wiring) => (
        <input
          type="text"
          {...input}
          {...wiring}
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
}: Words & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return (
    <Field label={label} hint={hint} error={error} required={input.required}>
      {(wiring) => (
        <textarea rows={5} {...input} {...wiring} className={classNames(styles.input, styles.area, className)} />
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
}: Words & { options: { value: string; label: string }[] } & SelectHTMLAttributes<HTMLSelectElement>) {
  return (
    <Field label={label} hint={hint} error={error} required={select.required}>
      {(wiring) => (
        <select {...select} {...wiring} className={classNames(styles.input, styles.select, className)}>
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

/** A box to tick, its words on its right. `label` may hold a link. */
export function Checkbox({
  label,
  hint,
  error,
  ...input
}: { label: ReactNode; hint?: ReactNode; error?: string | undefined } & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId()
  return (
    <div className={styles.field}>
      <div className={styles.tick}>
        <input {...input} type="checkbox" id={id} {...describe(id, hint, error)} />
        <label htmlFor={id}>{label}</label>
      </div>
      <Below id={id} hint={hint} error={error} />
    </div>
  )
}

type Wiring = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }

function Field({
  label,
  hint,
  error,
  required,
  children,
}: Words & { required?: boolean | undefined; children: (wiring: Wiring) => ReactNode }) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
        {!required && <span className={styles.optional}> (optional)</span>}
      </label>
      {children({ id, ...describe(id, hint, error) })}
      <Below id={id} hint={hint} error={error} />
    </div>
  )
}

function Below({ id, hint, error }: { id: string; hint: ReactNode; error: string | undefined }) {
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

function describe(id: string, hint: ReactNode, error: string | undefined): Omit<Wiring, 'id'> {
  const ids = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return { ...(ids && { 'aria-describedby': ids }), ...(error && { 'aria-invalid': true }) }
}
