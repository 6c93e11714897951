import { useState } from 'react'
import { useNotify } from 'react-admin'
import { type FieldErrors, fieldErrorsOf, sentenceOf } from './problem.ts'

/** Tries to save: keeps what the server says of single fields, and tells whatever else it says. */
export function useFaults() {
  const notify = useNotify()
  const [faults, setFaults] = useState<FieldErrors>({})
  const attempt = async <T>(save: () => Promise<T>, done: string): Promise<T | undefined> => {
    setFaults({})
    try {
      const saved = await save()
      notify(done, { type: 'success' })
      return saved
    } catch (error) {
      const errors = fieldErrorsOf(error)
      setFaults(errors)
      if (Object.keys(errors).length === 0) notify(sentenceOf(error), { type: 'error' })
      return undefined
    }
  }
  return { attempt, fault: (field: string) => faults[field] }
}
