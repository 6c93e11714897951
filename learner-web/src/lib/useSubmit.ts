import { ApiError } from '@flagyard/api-types/contract/problem'
import { errorMessage } from '@flagyard/ui/Feedback'
import { markSent } from '@flagyard/ui/form-drafts'
import { useEffect, useRef, useState } from 'react'

interface FormSubmission {
  submit: (values: FormData, form: HTMLFormElement) => Promise<void>
  isPending: boolean
  formError: string | undefined
  fieldError: (field: string) => string | undefined
}

/** Submits a form, one request at a time, and shows server errors next to their fields. The first invalid field is focused. */
export function useSubmit(send: (values: FormData) => Promise<void>): FormSubmission {
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const failedForm = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (failure) failedForm.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [failure])
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
