import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'react-admin'
import type { Api } from '../providers/api.ts'
import type { ConsoleDataProvider } from '../providers/data-provider.ts'

/** Query for an operation that is neither a list nor a record: `useCall('getDashboard')`. */
export function useCall<C extends keyof Api>(
  name: C,
  input?: Parameters<Api[C]>[0],
  options: Pick<UseQueryOptions, 'enabled' | 'refetchInterval' | 'staleTime'> = {},
) {
  const dataProvider = useDataProvider<ConsoleDataProvider>()
  return useQuery<Awaited<ReturnType<Api[C]>>>({
    queryKey: [name, input ?? {}],
    queryFn: () => dataProvider.call(name, input) as Promise<Awaited<ReturnType<Api[C]>>>,
    staleTime: options.staleTime as number,
    enabled: (options.enabled ?? true) as boolean,
    refetchInterval: options.refetchInterval as number,
  })
}
