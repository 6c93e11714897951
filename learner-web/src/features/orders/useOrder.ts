import type { Order } from '@flagyard/api-types'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { callQuery, queryClient } from '../../lib/query.ts'

const FAST_POLL_MS = 1500
const SLOW_POLL_MS = 10_000
/** Questions asked quickly; a payment that takes longer is waited for patiently. */
const FAST_POLLS = 40

/** An order of mine. With `waiting` it is asked for until word of the payment has come: the provider's word counts, not this page. */
export function useOrder(id: string | null, { untilSettled = false } = {}) {
  const query = useQuery({
    ...callQuery('getOrder', { id: id ?? '' }),
    enabled: id !== null,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      !untilSettled || state.error || (state.data && isSettled(state.data))
        ? false
        : state.dataUpdateCount < FAST_POLLS
          ? FAST_POLL_MS
          : SLOW_POLL_MS,
  })
  const fulfilled = query.data?.state === 'fulfilled'
  // What was bought is open now: what other screens heard before is out of date.
  useEffect(() => {
    if (fulfilled) void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'getOrder' })
  }, [fulfilled])
  return query
}

/** Nothing more is to come of it by itself. */
export const isSettled = ({ state }: Order) => !['draft', 'awaiting_payment', 'paid'].includes(state)
