import type { Order, UnpaidOrder } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { callQuery, queryClient } from '../../lib/query.ts'
import * as t from '../../messages/en/orders.ts'

export const orderChips = {
  draft: { label: t.states.draft, tone: 'warn' },
  awaiting_payment: { label: t.states.awaiting_payment, tone: 'warn' },
  paid: { label: t.states.paid, tone: 'info' },
  fulfilled: { label: t.states.fulfilled, tone: 'good' },
  failed: { label: t.states.failed, tone: 'bad' },
  cancelled: { label: t.states.cancelled, tone: 'neutral' },
  partially_refunded: { label: t.states.partially_refunded, tone: 'info' },
  refunded: { label: t.states.refunded, tone: 'info' },
  disputed: { label: t.states.disputed, tone: 'warn' },
} as const satisfies Record<Order['state'], { label: string; tone: string }>

/** True if the order can be paid online. Transfers cannot. */
export const hasCheckout = (order: Pick<Order, 'state' | 'pay_by'>) => isOpen(order) && order.pay_by !== 'transfer'

export const isOpen = ({ state }: Pick<Order, 'state'>) => ['draft', 'awaiting_payment', 'failed'].includes(state)

/** Link to pay an order: the checkout, or the order's page with the details for a transfer. */
export const paymentLink = (order: UnpaidOrder): { to: string; label: string } =>
  hasCheckout(order)
    ? { to: paths.checkout(order.id), label: t.goToCheckout }
    : { to: paths.order(order.id), label: t.seeHowToPay }

const FAST_POLL_MS = 1500
const SLOW_POLL_MS = 10_000
/** Number of fast polls. After that the payment takes longer than usual and is polled slowly. */
const FAST_POLLS = 40

/** One of the learner's orders. With `untilFinal`, it is polled until the payment provider has confirmed or declined the payment. */
export function useOrder(id: string | null, { untilFinal = false } = {}) {
  const query = useQuery({
    ...callQuery('getOrder', { id: id ?? '' }),
    enabled: id !== null,
    staleTime: 0,
    // The order may have been paid in another tab.
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) =>
      !untilFinal || state.error || (state.data && isFinal(state.data))
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
const isFinal = ({ state }: Order) => !['draft', 'awaiting_payment', 'paid'].includes(state)

export const refreshOrders = () =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [call] }) => call === 'listMyOrders' || call === 'listUnpaidOrders',
  })
