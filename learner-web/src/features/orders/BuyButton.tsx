import type { Money } from '@flagyard/api-types'
import { ApiError } from '@flagyard/api-types/contract/problem'
import { paths } from '@flagyard/api-types/links'
import { signinPath } from '@flagyard/auth'
import { Button, ButtonLink } from '@flagyard/ui/Button'
import { errorMessage } from '@flagyard/ui/Feedback'
import { formatMoney, formatPrice } from '@flagyard/ui/format'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { pricesIncludeVat } from '../../lib/format.ts'
import { callQuery, queryClient } from '../../lib/query.ts'
import { useSession } from '../../lib/session.ts'
import * as t from '../../messages/en/orders.ts'
import { overlay, toasts } from '../../shell/toasts.ts'
import { paymentLink } from './orders.ts'
import { openCheckout, type ProductKind, purchase } from './purchase.ts'

/** Link to the purchase page. Visitors sign in first and return here. */
export function BuyButton({ kind, slug, price }: { kind: ProductKind; slug: string; price: Money }) {
  const signedIn = useSession() !== null
  const { pathname, search } = useLocation()
  if (!signedIn)
    return (
      <ButtonLink to={signinPath(pathname + search)} variant="primary">
        {price.amount === 0 ? t.signInToEnrol : t.signInToBuy}
      </ButtonLink>
    )
  if (price.amount === 0) return <EnrollButton kind={kind} slug={slug} />
  return <BuyOrPay kind={kind} slug={slug} price={price} />
}

function BuyOrPay({ kind, slug, price }: { kind: ProductKind; slug: string; price: Money }) {
  const { data } = useQuery(callQuery('listUnpaidOrders'))
  const unpaid = data?.find((order) => order.kind === kind && order.slug === slug)
  const link = unpaid && paymentLink(unpaid)
  return (
    <>
      {link && (
        <>
          <p className="small">{t.unpaidOrder}</p>
          <ButtonLink to={link.to} variant="primary">
            {link.label}
          </ButtonLink>
        </>
      )}
      <ButtonLink to={paths.buy(kind, slug)} variant={link ? 'plain' : 'primary'}>
        {t.buyFor({ price: formatMoney(price) })}
      </ButtonLink>
    </>
  )
}

/** Link to buy for others, independent of whether the learner owns the product. Hidden for free products, which everyone enrols in themselves. */
export const BuyForTeam = ({ kind, slug, price }: { kind: ProductKind; slug: string; price: Money }) =>
  price.amount > 0 && <ButtonLink to={paths.buy(kind, slug, { others: true })}>{t.buyForTeam}</ButtonLink>

function EnrollButton({ kind, slug }: { kind: ProductKind; slug: string }) {
  const navigate = useNavigate()
  // One key until there is a response, so that a retry after a lost response does not enrol twice.
  const idempotencyKey = useRef(crypto.randomUUID())
  const enroll = () =>
    overlay.showWhile(t.enrolling, async () => {
      try {
        const checkout = await purchase(kind, { slug, quantity: 1 }, idempotencyKey.current)
        idempotencyKey.current = crypto.randomUUID()
        openCheckout(checkout, (path) => void navigate(path))
      } catch (error) {
        if (error instanceof ApiError) idempotencyKey.current = crypto.randomUUID()
        const owned = error instanceof ApiError && error.code === 'already_owned'
        toasts.show({ type: owned ? 'info' : 'failure', content: errorMessage(error) })
        if (owned) {
          void queryClient.invalidateQueries()
          void navigate(kind === 'course' ? paths.classroom(slug) : paths.dashboard)
        }
      }
    })
  return (
    <Button variant="primary" onClick={enroll}>
      {t.enrolForFree}
    </Button>
  )
}

/** Domestic price, marked as including VAT once a seller is configured. */
export const PriceWithTax = ({ price }: { price: Money }) =>
  price.amount > 0 && pricesIncludeVat()
    ? t.priceWithVat({ price: formatPrice(price), note: (text) => <span className="small muted">{text}</span> })
    : formatPrice(price)
