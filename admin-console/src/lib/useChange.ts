import { type RaRecord, useUpdate } from 'react-admin'
import { useFaults } from './useFaults.ts'

/** Changes a row, one change at a time and only once the server has done it; keeps what the server says of single fields. */
export function useChange<T extends RaRecord>(resource: string, done: string) {
  const [update, { isPending }] = useUpdate<T>()
  const { attempt, fault } = useFaults()
  const change = async (previous: T, fields: Record<string, unknown>): Promise<boolean> => {
    const row = { id: previous.id, data: { ...previous, ...fields } as never, previousData: previous }
    const save = async () => {
      await update(resource, row, { mutationMode: 'pessimistic', returnPromise: true })
      return true
    }
    return (await attempt(save, done)) === true
  }
  return { change, busy: isPending, fault }
}
