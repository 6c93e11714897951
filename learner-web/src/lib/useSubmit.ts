import { ApiError } from '@flagyard/api-types/contract/problem'
import { errorMessage } from '@flagyard/ui/Feedback'
import type { Submission } from '@flagyard/ui/Form'
import { markSent } from '@flagyard/ui/form-drafts'
import { useEffect, useRef, useState } from 'react'

/** Submits a form, one request at a time. After an error, the first invalid field is focused. */
export function useSubmit(send: (values: FormData) => Promise<void>): Submission {
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const failedForm = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (failure) failedForm.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [failure])
  const errors = failure instanceof ApiError ? failure.errors : []
  return {
    isPending,
    error: failure === null || errors.length > 0 ? undefined : errorMessage(failure),
    fieldError: (field) => errors.find((error) => error.field === field || error.field.endsWith(`.${field}`))?.message,
    async submit(values, form) {
      if (isPending) return
      setPending(true)
      setFailure(null)
      try {
        await send(values)
        markSent(form)
      } catch (error) {
        failedForm.current = form
        setFailure(error)
      } finally {
        setPending(false)
      }
    },
  }
}
