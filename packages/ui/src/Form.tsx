import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { classNames } from './class-names.ts'
import styles from './Form.module.css'
import { markClean, markDirty, restoreDraft } from './form-drafts.ts'

interface Props {
  /** Unique on its screen: a draft is saved under it. */
  name: string
  onSubmit: (values: FormData, form: HTMLFormElement) => void | Promise<void>
  children: ReactNode
  className?: string | undefined
}

/** A form that tracks unsent input and restores it after a reload of the page. */
export function Form({ name, onSubmit, children, className }: Props) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const element = form.current
    if (!element) return
    if (restoreDraft(element)) markDirty(element)
    return () => markClean(element)
  }, [])
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
      onInput={(event) => markDirty(event.currentTarget)}
      onSubmit={submit}
      noValidate
    >
      {children}
    </form>
  )
}
