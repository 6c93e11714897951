import { isSold } from '@flagyard/api-types/contract/currencies'
import type { Output } from '@flagyard/api-types/contract/operation'
import type { Deps } from '../../../../deps.ts'
import { ApiError } from '../../../../errors.ts'
import type { CurrentUser } from '../../../../identity/current-user.ts'
import { chargeFor } from '../pricing/charge.ts'
import { priceOrder } from '../pricing/pricing.ts'
import { findForSale, listBundlesForSale } from '../queries.ts'
import { billingFor, listWaysToPay, withOwnership } from './purchase.ts'

/** Current price and tax of an order, calculated as in the purchase. */
export async function quoteOrder(
  { db, clock, payments }: Pick<Deps, 'db' | 'clock' | 'payments'>,
  user: CurrentUser,
  { kind, slug, quantity, gift = false, ...bought }: Output<'orderQuoteAsk'>,
): Promise<Output<'orderQuote'>> {
  const item = await findForSale(db, kind, slug, user.id)
  if (!item) throw new ApiError('not_found', `There is no ${kind} called ${slug} for sale.`)
  const money = (amount: number) => ({ amount, currency: item.currency })
  const parts = await withOwnership(db, user.id, item.parts)
  const price = priceOrder(item, parts, quantity, gift)
  const charge = await chargeFor(db, clock.now(), {
    userId: user.id,
    gross: money(price.total_amount),
    billing: await billingFor(db, user, bought),
  })
  return {
    unit: money(price.unit_amount),
    discount: money(price.discount_amount),
    net: money(charge.total - charge.tax),
    tax: money(charge.tax),
    total: money(charge.total),
    tax_lines: charge.tax_lines,
    tax_included: true,
    owned: parts.filter(({ owned }) => owned).map(({ slug }) => slug),
    tax_id: charge.tax_id,
    country_doubted: charge.isDoubted,
    pay_by: isSold(item.currency) ? await listWaysToPay({ db, clock, payments }) : [],
  }
}

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
