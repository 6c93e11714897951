import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { classNames } from './class-names.ts'
import styles from './Form.module.css'
import { markClean, markDirty, restoreDraft, saveDrafts } from './form-drafts.ts'

interface Props {
  /** Unique on its screen: a draft is saved under it. */
  name: string
  onSubmit: (values: FormData, form: HTMLFormElement) => void | Promise<void>
  children: ReactNode
  className?: string | undefined
  /** Keeps the draft while the reader visits other pages of this tab, until the form is sent. */
  keepDraft?: boolean
}

/** A form that tracks unsent input and restores it after a reload by the app. */
export function Form({ name, onSubmit, children, className, keepDraft = false }: Props) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const element = form.current
    if (!element) return
    if (restoreDraft(element)) {
      markDirty(element)
      // Restoring takes the draft: it is saved anew, for the next visit.
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
