import type { Tx } from '../../../db/open.ts'
import { ApiError } from '../../../errors.ts'
import { findMixedBundle } from '../../catalogue/courses/service.ts'

/**
 * Checks that bundles and their courses use the same currency. Must be called at the end of each transaction that writes prices. Limited to one
 * bundle or course if given.
 */
export async function assertBundlesInOneCurrency(
  tx: Tx,
  written: { bundle?: string; course?: string } = {},
): Promise<void> {
  const mixed = await findMixedBundle(tx, written)
  if (!mixed) return
  const { bundle, currency, course, other } = mixed
  throw new ApiError(
    'conflict',
    `The bundle ${bundle} is sold in ${currency}, but its course ${course} has its price in ${other}. Use one currency for both.`,
  )
}
