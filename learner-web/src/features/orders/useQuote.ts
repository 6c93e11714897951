import type { OrderQuote } from '@flagyard/api-types'
import { useSettled } from '@flagyard/ui/useSettled'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

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
