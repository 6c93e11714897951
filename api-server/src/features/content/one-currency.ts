import type { Tx } from '../../db/open.ts'
import { ApiError } from '../../errors.ts'
import { findMixedBundle } from '../courses/content.ts'

/** Asked at the end of each transaction that writes prices of courses or bundles. */
export async function assertBundlesInOneCurrency(tx: Tx): Promise<void> {
  const mixed = await findMixedBundle(tx)
  if (!mixed) return
  const { bundle, currency, course, other } = mixed
  throw new ApiError(
    'conflict',
    `The bundle ${bundle} is sold in ${currency}, but its course ${course} has its price in ${other}. Use one currency for both.`,
  )
}
