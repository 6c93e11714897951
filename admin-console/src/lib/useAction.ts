import { useState } from 'react'
import { useDataProvider, useNotify, useRefresh } from 'react-admin'
import type { ConsoleDataProvider } from '../providers/data-provider.ts'
import { sentenceOf } from './problem.ts'

/** Something done by a button: once at a time, told when done, its refusal shown in the server's own words. */
export function useAction(done: string, work: (dataProvider: ConsoleDataProvider) => Promise<unknown>) {
  const dataProvider = useDataProvider<ConsoleDataProvider>()
  const notify = useNotify()
  const refresh = useRefresh()
  const [busy, setBusy] = useState(false)
  const act = async (): Promise<boolean> => {
    if (busy) return false
    setBusy(true)
    try {
      await work(dataProvider)
      notify(done, { type: 'success' })
      refresh()
      return true
    } catch (error) {
      notify(sentenceOf(error), { type: 'error' })
      return false
    } finally {
      setBusy(false)
    }
  }
  return [act, busy] as const
}
