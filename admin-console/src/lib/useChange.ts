import { useState } from 'react'
import { type RaRecord, useNotify, useUpdate } from 'react-admin'
import { sentenceOf } from './format.ts'

interface FieldFault {
  field: string
  message: string
}

/** Changes a row, one change at a time and only once the server has done it; keeps what the server says of single fields. */
export function useChange<T extends RaRecord>(resource: string, done: string) {
  const notify = useNotify()
  const [update, { isPending }] = useUpdate<T>()
  const [faults, setFaults] = useState<FieldFault[]>([])
  const change = async (previous: T, fields: Record<string, unknown>): Promise<boolean> => {
    setFaults([])
    try {
      await update(
        resource,
        { id: previous.id, data: { ...previous, ...fields } as never, previousData: previous },
        { mutationMode: 'pessimistic', returnPromise: true },
      )
      notify(done, { type: 'success' })
      return true
    } catch (error) {
      const errors =
        typeof error === 'object' && error !== null && 'errors' in error ? (error.errors as FieldFault[]) : []
      setFaults(errors)
      if (errors.length === 0) notify(sentenceOf(error), { type: 'error' })
      return false
    }
  }
  return { change, busy: isPending, fault: (field: string) => faults.find((one) => one.field === field)?.message }
}
