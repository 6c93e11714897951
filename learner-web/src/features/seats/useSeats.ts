import { useQuery } from '@tanstack/react-query'
import { callQuery, queryClient } from '../../lib/query.ts'

export const useSeats = (id: string) => useQuery(callQuery('listOrderSeats', { id }))

/** After a change: what is shown of the order's seats is asked for anew. */
export const readSeatsAgain = (id: string) => queryClient.invalidateQueries(callQuery('listOrderSeats', { id }))
