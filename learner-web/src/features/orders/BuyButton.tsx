import type { Money } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { signinPath } from '@flagyard/auth'
import { ButtonLink } from '@flagyard/ui/Button'
import { formatMoney } from '@flagyard/ui/format'
import { useLocation } from 'react-router-dom'
import { useSession } from '../../lib/session.ts'
import { EnrollButton } from './EnrollButton.tsx'
import type { ProductKind } from './purchase.ts'

/** Leads to where one buys it for oneself. A visitor signs in first and returns here. */
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
  return (
    <ButtonLink to={paths.buy(kind, slug)} variant="primary">
      Buy for {formatMoney(price)}
    </ButtonLink>
  )
}

/** Leads to where one buys it for others, whether or not one has it. What is free everybody gets for themselves. */
export const BuyForTeam = ({ kind, slug, price }: { kind: ProductKind; slug: string; price: Money }) =>
  price.amount > 0 && <ButtonLink to={paths.buy(kind, slug, { others: true })}>Buy for my team</ButtonLink>
