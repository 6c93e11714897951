import type { Checkout, OrderQuote } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { safeLocation } from '@flagyard/auth'
import { useSettled } from '@flagyard/ui/useSettled'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

export type ProductKind = 'course' | 'bundle' | 'lab' | 'exam'
export type Purchase = Parameters<typeof api.purchaseCourse>[0]['purchaseCoursePayload']

export function purchase(kind: ProductKind, payload: Purchase, idempotencyKey: string): Promise<Checkout> {
  const options = { idempotencyKey }
  switch (kind) {
    case 'course':
      return api.purchaseCourse({ purchaseCoursePayload: payload }, options)
    case 'bundle':
      return api.purchaseCourseBundle({ purchaseCourseBundlePayload: payload }, options)
    case 'lab':
      return api.purchaseLab({ purchaseLabPayload: payload }, options)
    case 'exam':
      return api.purchaseExam({ purchaseExamPayload: payload }, options)
  }
}

/** Opens the checkout: a page of this app or of the payment provider. */
export function openCheckout({ checkout_url, order_id }: Checkout, navigate: (path: string) => void): void {
  const ownPath = safeLocation(checkout_url ?? paths.purchased(order_id))
  if (ownPath) navigate(ownPath)
  else if (checkout_url) location.assign(checkout_url)
}

type Ask = Parameters<typeof api.quoteOrder>[0]['orderQuoteAsk']

/** Price of an order, calculated by the server. Debounced while the user types. */
export function useQuote(ask: Ask | null) {
  // Serialised, because each render creates a new object.
  const settled = useSettled(JSON.stringify(ask), SETTLE_MS)
  return useQuery<OrderQuote>({
    queryKey: ['quoteOrder', settled],
    queryFn: () => api.quoteOrder({ orderQuoteAsk: JSON.parse(settled) as Ask }),
    enabled: settled !== 'null',
    placeholderData: keepPreviousData,
    retry: false,
  })
}

const SETTLE_MS = 300
