import type { Money } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { signinPath } from '@flagyard/auth'
import { ButtonLink } from '@flagyard/ui/Button'
import { formatMoney } from '@flagyard/ui/format'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router-dom'
import { callQuery } from '../../lib/query.ts'
import { useSession } from '../../lib/session.ts'
import { EnrollButton } from './EnrollButton.tsx'
import { payWay } from './labels.ts'
import type { ProductKind } from './purchase.ts'

/** Link to the purchase page. Visitors sign in first and return here. */
export function BuyButton({ kind, slug, price }: { kind: ProductKind; slug: string; price: Money }) {
  const signedIn = useSession() !== null
  const { pathname, search } = useLocation()
  if (!signedIn)
    return (
      <ButtonLink to={signinPath(pathname + search)} variant="primary">
        Sign in to {price.amount === 0 ? 'enrol' : 'buy'}
      </ButtonLink>
    )
  if (price.amount === 0) return <EnrollButton kind={kind} slug={slug} />
  return <BuyOrPay kind={kind} slug={slug} price={price} />
}

/** Buy button, and a link to pay if the learner has an unpaid order for it. */
function BuyOrPay({ kind, slug, price }: { kind: ProductKind; slug: string; price: Money }) {
  const { data } = useQuery(callQuery('listUnpaidOrders'))
  const unpaid = data?.find((order) => order.kind === kind && order.slug === slug)
  const way = unpaid && payWay(unpaid)
  return (
    <>
      {way && (
        <>
          <p className="small">You have an order that is not paid yet.</p>
          <ButtonLink to={way.to} variant="primary">
            {way.label}
          </ButtonLink>
        </>
      )}
      <ButtonLink to={paths.buy(kind, slug)} variant={way ? 'plain' : 'primary'}>
        Buy for {formatMoney(price)}
      </ButtonLink>
    </>
  )
}

/** Link to buy for others, independent of whether the learner owns the product. Hidden for free products, which everyone enrols in themselves. */
export const BuyForTeam = ({ kind, slug, price }: { kind: ProductKind; slug: string; price: Money }) =>
  price.amount > 0 && <ButtonLink to={paths.buy(kind, slug, { others: true })}>Buy for my team</ButtonLink>
