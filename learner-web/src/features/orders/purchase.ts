import type { Checkout, OrderQuote } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { safeLocation } from '@flagyard/auth'
import { useDebounced } from '@flagyard/ui/useDebounced'
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

type QuoteRequest = Parameters<typeof api.quoteOrder>[0]['orderQuoteAsk']

/** Price of an order, calculated by the server. Debounced while the user types. */
export function useQuote(ask: QuoteRequest | null) {
  // Serialised, because each render creates a new object.
  const debounced = useDebounced(JSON.stringify(ask), DEBOUNCE_MS)
  return useQuery<OrderQuote>({
    queryKey: ['quoteOrder', debounced],
    queryFn: () => api.quoteOrder({ orderQuoteAsk: JSON.parse(debounced) as QuoteRequest }),
    enabled: debounced !== 'null',
    placeholderData: keepPreviousData,
    retry: false,
  })
}

const DEBOUNCE_MS = 300
