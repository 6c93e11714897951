import { useState } from 'react'
import { useNotify } from 'react-admin'
import { sentenceOf } from './format.ts'

interface FieldFault {
  field: string
  message: string
}

/** Tries to save: keeps what the server says of single fields, and tells whatever else it says. */
export function useFaults() {
  const notify = useNotify()
  const [faults, setFaults] = useState<FieldFault[]>([])
  const attempt = async <T>(save: () => Promise<T>, done: string): Promise<T | undefined> => {
    setFaults([])
    try {
      const saved = await save()
      notify(done, { type: 'success' })
      return saved
    } catch (error) {
      const errors =
        typeof error === 'object' && error !== null && 'errors' in error ? (error.errors as FieldFault[]) : []
      setFaults(errors)
      if (errors.length === 0) notify(sentenceOf(error), { type: 'error' })
      return undefined
    }
  }
  return { attempt, fault: (field: string) => faults.find((one) => one.field === field)?.message }
}
