import type { Order } from '@flagyard/api-types'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { callQuery, queryClient } from '../../lib/query.ts'

const FAST_POLL_MS = 1500
const SLOW_POLL_MS = 10_000
/** Number of fast polls. After that the payment takes longer than usual and is polled slowly. */
const FAST_POLLS = 40

/** One of the learner's orders. With `untilSettled`, it is polled until the payment provider has confirmed or declined the payment. */
export function useOrder(id: string | null, { untilSettled = false } = {}) {
  const query = useQuery({
    ...callQuery('getOrder', { id: id ?? '' }),
    enabled: id !== null,
    staleTime: 0,
    // The order may have been paid in another tab.
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) =>
      !untilSettled || state.error || (state.data && isSettled(state.data))
        ? false
        : state.dataUpdateCount < FAST_POLLS
          ? FAST_POLL_MS
          : SLOW_POLL_MS,
  })
  const fulfilled = query.data?.state === 'fulfilled'
  // The purchase changes access, so the cached data of other screens is stale.
  useEffect(() => {
    if (fulfilled) void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'getOrder' })
  }, [fulfilled])
  return query
}

/** True if the state no longer changes without user action. */
export const isSettled = ({ state }: Order) => !['draft', 'awaiting_payment', 'paid'].includes(state)

/** Refetches the lists of orders after one was placed or cancelled. */
export const refreshOrders = () =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [call] }) => call === 'listMyOrders' || call === 'listUnpaidOrders',
  })
