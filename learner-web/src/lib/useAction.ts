import { errorMessage } from '@flagyard/ui/Feedback'
import { useState } from 'react'

interface Action {
  /** Runs a task unless one is running, and returns whether it succeeded. `name` identifies a task if several share this hook. */
  run: (task: () => Promise<unknown>, name?: string) => Promise<boolean>
  isPending: boolean
  pendingName: string | undefined
  error: string | undefined
}

/** Runs the task of a button outside of a form, one at a time. With `onError`, failures are reported there instead of in `error`. */
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
