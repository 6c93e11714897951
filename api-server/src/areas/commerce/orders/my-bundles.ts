import type { Output } from '@flagyard/api-types/contract/operation'
import type { Deps } from '../../../deps.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { priceOrder } from './pricing.ts'
import { withOwnership } from './purchase.ts'
import { listBundlesForSale } from './queries.ts'

/** Bundles for sale with the price of one seat for this learner, calculated like an order. */
export async function listMyBundles({ db }: Pick<Deps, 'db'>, user: CurrentUser): Promise<Output<'myBundle[]'>> {
  const bundles = await listBundlesForSale(db)
  const parts = bundles.flatMap((bundle) => bundle.parts.map((part) => ({ ...part, bundle: bundle.id })))
  const partsOf = Map.groupBy(await withOwnership(db, user.id, parts), ({ bundle }) => bundle)
  return bundles.map(({ id, slug, amount, currency }) => {
    const members = partsOf.get(id) ?? []
    return {
      slug,
      owned: members.filter(({ owned }) => owned).map((member) => member.slug),
      price: { amount: priceOrder({ amount, currency }, members, 1, false).total_amount, currency },
    }
  })
}
