import type { Accepted } from '@flagyard/api-types/contract/operation'
import type { ShownDeployment } from './present-queries.ts'

/** Receipt as shown to a learner. Without resource names, because the previous holder may have chosen them. */
export function presentEmptied(receipt: ShownDeployment['receipt']): Accepted<'emptied'> | null {
  if (!receipt) return null
  const { at, pass, residue, cleaned } = receipt
  const types = Map.groupBy(residue, ({ type }) => type)
  return {
    cleaned_at: pass === 0 || !cleaned ? null : new Date(cleaned.at),
    removed: pass === 0 ? 0 : (cleaned?.removed ?? 0),
    verified_at: at,
    stays: [...types].map(([type, all]) => ({ type, count: all.length })),
  }
}
