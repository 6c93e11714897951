import type { OrderQuote } from '@flagyard/api-types'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../lib/api.ts'

type Ask = Parameters<typeof api.quoteOrder>[0]['orderQuoteAsk']

/** What an order would cost, by the server's own calculation. Asked again when nothing was typed for a moment. */
export function useQuote(ask: Ask | null) {
  const [settled, setSettled] = useState(ask)
  const key = JSON.stringify(ask)
  // The key says what the object holds.
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above.
  useEffect(() => {
    const timer = setTimeout(() => setSettled(ask), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [key])
  return useQuery<OrderQuote>({
    queryKey: ['quoteOrder', settled],
    queryFn: () => api.quoteOrder({ orderQuoteAsk: settled as Ask }),
    enabled: settled !== null,
    placeholderData: keepPreviousData,
    retry: false,
  })
}

const SETTLE_MS = 300
