import { useState } from 'react'
import { useDataProvider, useNotify, useRefresh } from 'react-admin'
import type { ConsoleDataProvider } from '../providers/data-provider.ts'
import { type FieldErrors, fieldErrorsOf, sentenceOf } from './problem.ts'

/** A form that makes a call which is no change of a row: once at a time, told when done, with what the server says of single fields. */
export function useSubmitCall<V>(
  done: string,
  work: (dataProvider: ConsoleDataProvider, values: V) => Promise<unknown>,
) {
  const dataProvider = useDataProvider<ConsoleDataProvider>()
  const notify = useNotify()
  const refresh = useRefresh()
  const [busy, setBusy] = useState(false)
  const [faults, setFaults] = useState<FieldErrors>({})
  const submit = async (values: V): Promise<boolean> => {
    if (busy) return false
    setBusy(true)
    setFaults({})
    try {
      await work(dataProvider, values)
      notify(done, { type: 'success' })
      refresh()
      return true
    } catch (error) {
      const errors = fieldErrorsOf(error)
      setFaults(errors)
      if (Object.keys(errors).length === 0) notify(sentenceOf(error), { type: 'error' })
      return false
    } finally {
      setBusy(false)
    }
  }
  return { submit, busy, fault: (field: string) => faults[field] }
}
