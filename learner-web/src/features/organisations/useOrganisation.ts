import type { Organisation } from '@flagyard/api-types'
import { useQuery } from '@tanstack/react-query'
import { callQuery, queryClient } from '../../lib/query.ts'

export const useOrganisation = (id: string) => useQuery(callQuery('getOrganisation', { id }))

/** Updates the cache with the server's response to a change. */
export function showOrganisation(organisation: Organisation) {
  const { id } = organisation
  queryClient.setQueryData(callQuery('getOrganisation', { id }).queryKey, organisation)
  void queryClient.invalidateQueries(callQuery('listMyOrganisations'))
}
