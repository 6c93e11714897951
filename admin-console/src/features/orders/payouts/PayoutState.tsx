import type { PayoutRow } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'

/** Reconciliation state: lines loaded, sum equal to the payout's amount, and all lines matched to an order. */
export function PayoutState({ payout }: { payout: PayoutRow }) {
  if (payout.state === 'failed') return <Chip tone="bad">Failed</Chip>
  if (payout.read_at === null) return <Chip tone="info">Lines are read</Chip>
  if (payout.lines_amount !== payout.amount) return <Chip tone="bad">Does not add up</Chip>
  return payout.unmatched > 0 ? <Chip tone="warn">Lines without an order</Chip> : <Chip tone="good">Matched</Chip>
}
