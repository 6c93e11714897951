import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { classNames } from '../text/class-names.ts'
import { markClean, markDirty, restoreDraft, saveDrafts } from './form-drafts.ts'
import styles from './forms.module.css'

interface Props {
  /** Unique on its screen: the draft is saved under this name. */
  name: string
  onSubmit: (values: FormData, form: HTMLFormElement) => void | Promise<void>
  children: ReactNode
  className?: string | undefined
  /** Saves the draft while the user visits other pages in this tab, until the form is submitted. */
  keepDraft?: boolean
}

/** A form that tracks unsent input and restores it after the app reloads the page. */
export function Form({ name, onSubmit, children, className, keepDraft = false }: Props) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const element = form.current
    if (!element) return
    if (restoreDraft(element)) {
      markDirty(element)
      // Restoring deletes the saved draft, so save it again for the next visit.
      if (keepDraft) saveDrafts([element])
    }
    return () => markClean(element)
  }, [keepDraft])
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const element = event.currentTarget
    await onSubmit(new FormData(element), element)
  }
  return (
    <form
      ref={form}
      name={name}
      className={classNames(styles.form, className)}
      onInput={({ currentTarget }) => {
        markDirty(currentTarget)
        if (keepDraft) saveDrafts([currentTarget])
      }}
      onSubmit={submit}
      noValidate
    >
      {children}
    </form>
  )
}

/** Error of a form or an action. Always rendered, so that screen readers announce new text. */
export function FormError({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className={styles.alert}>
      {children}
    </p>
  )
}

/** The same in a box above the fields of a form. */
export const FormProblem = ({ children }: { children: ReactNode }) =>
  children && (
    <p role="alert" className={styles.problem}>
      {children}
    </p>
  )
