import { type RaRecord, useCreate } from 'react-admin'
import { useFaults } from './useFaults.ts'

/** Adds a row and gives it as the server keeps it; undefined when it was refused. */
export function useAdding<T extends RaRecord>(resource: string, done: string) {
  const [create, { isPending }] = useCreate<T>()
  const { attempt, fault } = useFaults()
  const add = (fields: Partial<T>): Promise<T | undefined> =>
    attempt(() => create(resource, { data: fields }, { returnPromise: true }) as Promise<T>, done)
  return { add, busy: isPending, fault }
}
