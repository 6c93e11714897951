import { useQuery } from '@tanstack/react-query'
import { callQuery, queryClient } from '../../lib/query.ts'

export const useSeats = (id: string) => useQuery(callQuery('listOrderSeats', { id }))

/** Refetches the order's seats after a change, also in the list of its organisation. */
export const readSeatsAgain = (id: string) =>
  Promise.all([
    queryClient.invalidateQueries(callQuery('listOrderSeats', { id })),
    queryClient.invalidateQueries({ queryKey: ['listOrganisationSeats'] }),
  ])
