import { type ComponentProps, type FormEvent, type ReactNode, useContext, useEffect, useRef } from 'react'
import { Button } from '../Button.tsx'
import { classNames } from '../text/class-names.ts'
import { type Submission, SubmissionContext } from './fields.tsx'
import { markClean, markDirty, restoreDraft, saveDrafts } from './form-drafts.ts'
import styles from './forms.module.css'

export * from './fields.tsx'

interface Props {
  /** Unique on its screen: the draft is saved under this name. */
  name: string
  submission?: Submission
  /** Replaces the submission, for a form that shows its result itself. */
  onSubmit?: (values: FormData, form: HTMLFormElement) => void | Promise<void>
  children: ReactNode
  className?: string | undefined
  /** Saves the draft while the user visits other pages in this tab, until the form is submitted. */
  keepDraft?: boolean
}

/** A form that tracks unsent input and restores it after the app reloads the page. */
export function Form({
  name,
  submission,
  onSubmit = submission?.submit,
  children,
  className,
  keepDraft = false,
}: Props) {
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
    await onSubmit?.(new FormData(element), element)
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
      <SubmissionContext value={submission}>{children}</SubmissionContext>
    </form>
  )
}

/** Submits the surrounding form. Disabled while it is being sent. */
export const SubmitButton = ({
  variant = 'primary',
  ...rest
}: Omit<ComponentProps<typeof Button>, 'type' | 'busy'>) => (
  <Button {...rest} type="submit" variant={variant} busy={useContext(SubmissionContext)?.isPending ?? false} />
)

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
