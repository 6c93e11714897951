import type { Operation } from '@flagyard/api-types'
import { learnerOperations } from '@flagyard/api-types/learner'
import { onlineAtom } from '@flagyard/ui/page-state'
import { onlineManager, QueryClient, queryOptions } from '@tanstack/react-query'
import { getDefaultStore } from 'jotai/vanilla'
import { api } from './api.ts'
import { takePreloadedData } from './preloaded-data.ts'
import { session } from './session.ts'

type Api = typeof api
type Call = keyof Api

/** Cache of server data. It does not retry, because the transport does (lib/api.ts). */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 30_000, refetchOnWindowFocus: false } },
})

// The default listener is removed when the last query unmounts, and would miss a connection restored in the meantime.
onlineManager.setEventListener((setOnline) => {
  const store = getDefaultStore()
  setOnline(store.get(onlineAtom))
  return store.sub(onlineAtom, () => setOnline(store.get(onlineAtom)))
})

// Fills the cache with the preloaded responses.
for (const [call, input, answer] of takePreloadedData()) queryClient.setQueryData([call, input], answer)

/** Query options of a call: `useQuery(callQuery('getCourse', { slug }))`. */
export function callQuery<C extends Call>(
  call: C,
  ...[input]: Parameters<Api[C]> extends [infer I, ...unknown[]] ? [I] : []
) {
  return queryOptions({
    queryKey: [call, input ?? {}] as const,
    queryFn: ({ signal }) => (api[call] as (input: unknown, options: object) => ReturnType<Api[C]>)(input, { signal }),
  })
}

// When another account signs in or the session ends, the previous account's data is removed.
let accountId = session.get()?.user.id
getDefaultStore().sub(session.atom, () => {
  const currentId = session.get()?.user.id
  if (accountId !== undefined && accountId !== currentId) removePrivateQueries()
  accountId = currentId
})

function removePrivateQueries() {
  const rows: Readonly<Record<string, Operation>> = learnerOperations
  queryClient.removeQueries({ predicate: ({ queryKey }) => rows[String(queryKey[0])]?.auth !== 'public' })
}
