import { errorMessage } from '@flagyard/ui/error-message'
import { useState } from 'react'

interface Action {
  /** Runs a task unless one is running. Resolves to whether it succeeded; `name` tells apart several that share this hook. */
  run: (task: () => Promise<unknown>, name?: string) => Promise<boolean>
  isPending: boolean
  pendingName: string | undefined
  /** Why the last task failed, in a sentence for the screen. */
  error: string | undefined
}

/** What a button does outside of a form, one task at a time. With `onError` a failure is reported there instead of in `error`. */
export function useAction({ onError }: { onError?: (message: string) => void } = {}): Action {
  const [pending, setPending] = useState<{ name: string | undefined }>()
  const [error, setError] = useState<string>()
  return {
    isPending: pending !== undefined,
    pendingName: pending?.name,
    error,
    async run(task, name) {
      if (pending) return false
      setPending({ name })
      setError(undefined)
      try {
        await task()
        return true
      } catch (failure) {
        if (onError) onError(errorMessage(failure))
        else setError(errorMessage(failure))
        return false
      } finally {
        setPending(undefined)
      }
    },
  }
}
