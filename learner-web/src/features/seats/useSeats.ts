import { useQuery } from '@tanstack/react-query'
import { callQuery, queryClient } from '../../lib/query.ts'

export const useSeats = (id: string) => useQuery(callQuery('listOrderSeats', { id }))

/** After a change: what is shown of the order's seats is asked for anew, also among those of its organisation. */
export const readSeatsAgain = (id: string) =>
  Promise.all([
    queryClient.invalidateQueries(callQuery('listOrderSeats', { id })),
    queryClient.invalidateQueries({ queryKey: ['listOrganisationSeats'] }),
  ])
