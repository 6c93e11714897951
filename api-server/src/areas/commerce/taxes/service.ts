import { cacheUntilInvalidated } from '../../../db/catalogue-cache.ts'
import type { Deps } from '../../../deps.ts'
import { dayIn, findFirstSeller } from './queries.ts'

export { findRates, findSeller } from './queries.ts'
export { checkTaxId, type TaxIdState } from './tax-id.ts'

/** Whether prices include tax, which is the case once a seller is configured. Cached, because every page needs it. */
export async function pricesIncludeTax(deps: Pick<Deps, 'db' | 'listen' | 'clock'>): Promise<boolean> {
  const first = await cacheUntilInvalidated(deps, 'first seller', () => findFirstSeller(deps.db))
  return first !== undefined && first.valid_from <= dayIn(first.time_zone, deps.clock.now().getTime())
}
