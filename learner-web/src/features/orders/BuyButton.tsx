import type { Checkout, Money } from '@flagyard/api-types'
import { ApiError } from '@flagyard/api-types/contract/problem'
import { paths } from '@flagyard/api-types/links'
import { TERMS_VERSION } from '@flagyard/api-types/orders/terms'
import { safeLocation, signinPath } from '@flagyard/auth'
import { Button, ButtonLink } from '@flagyard/ui/Button'
import { errorMessage } from '@flagyard/ui/error-message'
import { formatMoney } from '@flagyard/ui/format'
import { useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { api } from '../../lib/api.ts'
import { queryClient } from '../../lib/query.ts'
import { useSession } from '../../lib/session.ts'
import { overlay, toasts } from '../../shell/toasts.ts'

type ProductKind = 'course' | 'bundle' | 'lab' | 'exam'

/** Buys one seat for oneself. A visitor signs in first and returns here. */
export function BuyButton({ kind, slug, price }: { kind: ProductKind; slug: string; price: Money }) {
  const signedIn = useSession() !== null
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  // The same key until there is an answer: a click that is repeated after a lost answer is the same purchase.
  const idempotencyKey = useRef(crypto.randomUUID())
  const label = price.amount === 0 ? 'Enroll for free' : `Buy for ${formatMoney(price)}`
  if (!signedIn)
    return (
      <ButtonLink to={signinPath(pathname + search)} variant="primary">
        Sign in to {price.amount === 0 ? 'enroll' : 'buy'}
      </ButtonLink>
    )
  const buy = () =>
    overlay.showWhile('Taking you to checkout', async () => {
      try {
        const checkout = await purchase(kind, slug, idempotencyKey.current)
        idempotencyKey.current = crypto.randomUUID()
        openCheckout(checkout)
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
  const openCheckout = ({ checkout_url, order_id }: Checkout) => {
    const ownPath = safeLocation(checkout_url ?? paths.purchased(order_id))
    if (ownPath) void navigate(ownPath)
    else if (checkout_url) location.assign(checkout_url)
  }
  return (
    <Button variant="primary" onClick={buy}>
      {label}
    </Button>
  )
}

function purchase(kind: ProductKind, slug: string, idempotencyKey: string): Promise<Checkout> {
  const payload = { slug, quantity: 1, terms: TERMS_VERSION }
  const options = { idempotencyKey }
  switch (kind) {
    case 'course':
      return api.purchaseCourse({ purchaseCoursePayload: payload }, options)
    case 'bundle':
      return api.purchaseCourseBundle({ purchaseCourseBundlePayload: payload }, options)
    case 'lab':
      return api.purchaseLab({ purchaseLabPayload: payload }, options)
    case 'exam':
      return api.purchaseExam({ purchaseExamPayload: payload }, options)
  }
}
