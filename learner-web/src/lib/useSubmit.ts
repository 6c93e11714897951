import { ApiError } from '@flagyard/api-types/contract/problem'
import { markClean } from '@flagyard/ui/form-drafts'
import { useState } from 'react'

interface FormSubmission {
  submit: (values: FormData, form: HTMLFormElement) => Promise<void>
  isPending: boolean
  /** What went wrong with the whole, in a sentence for the screen. */
  formError: string | undefined
  /** What is wrong with the field of this name. */
  fieldError: (field: string) => string | undefined
}

/** Sends a form once at a time, and keeps what the server says of it beside the fields it speaks of. */
export function useSubmit(send: (values: FormData) => Promise<void>): FormSubmission {
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const errors = failure instanceof ApiError ? failure.errors : []
  return {
    isPending,
    formError: failure === null || errors.length > 0 ? undefined : errorMessage(failure),
    fieldError: (field) => errors.find((error) => error.field === field || error.field.endsWith(`.${field}`))?.message,
    async submit(values, form) {
      if (isPending) return
      setPending(true)
      setFailure(null)
      try {
        await send(values)
        markClean(form)
      } catch (error) {
        setFailure(error)
        queueMicrotask(() => requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid]')?.focus()))
      } finally {
        setPending(false)
      }
    },
  }
}

/** The server's own sentence, or what a silent network means. */
export function errorMessage(failure: unknown): string {
  if (failure instanceof ApiError) {
    if (failure.code === 'rate_limited' && failure.retryAfter)
      return `${failure.message} Try again in ${failure.retryAfter} seconds.`
    return failure.message
  }
  return 'We could not reach the server. Check your connection and try again.'
}
