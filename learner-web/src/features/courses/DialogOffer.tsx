import type { Money } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { formatMoney } from '@flagyard/ui/format'
import { BuyButton } from '../orders/BuyButton.tsx'

interface Props {
  kind: 'lab' | 'exam'
  slug: string
  price: Money
  /** Whether it is not known yet that the learner does not have it. */
  isPending: boolean
}

/** The price of a lab or exam, for everybody, and the button to buy it. */
export function DialogOffer({ kind, slug, price, isPending }: Props) {
  return (
    <>
      <b>{formatMoney(price)}</b>
      {isPending ? (
        <Button variant="primary" busy>
          One moment
        </Button>
      ) : (
        <BuyButton kind={kind} slug={slug} price={price} />
      )}
    </>
  )
}
