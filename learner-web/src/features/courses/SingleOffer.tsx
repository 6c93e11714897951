import type { Money } from '@flagyard/api-types'
import { Button, ButtonLink } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Icon, type IconName } from '@flagyard/ui/Icon'
import { BuyButton, BuyForTeam } from '../orders/BuyButton.tsx'
import { PriceWithTax } from '../orders/PriceWithTax.tsx'
import styles from './CoursePage.module.css'

interface Props {
  kind: 'lab' | 'exam'
  slug: string
  /** Null if it is not sold separately, or not yet; `notForSale` is the reason. */
  price: Money | null
  notForSale: string
  /** Link for learners who own it. */
  mine: { says: string; label: string; to: string } | undefined
  /** True while it is unknown whether the learner owns it. */
  isPending: boolean
  facts: { icon: IconName; text: string }[]
}

/** Price of a lab or exam with a buy button, or a link for learners who own it. */
export function SingleOffer({ kind, slug, price, notForSale, mine, isPending, facts }: Props) {
  return (
    <Card as="aside" className={styles.offer}>
      {mine ? (
        <>
          <p className={styles.price}>Yours</p>
          <div className={styles.actions}>
            <ButtonLink to={mine.to} variant="primary">
              {mine.label}
            </ButtonLink>
          </div>
          <p className="small muted">{mine.says}</p>
          {price && <BuyForTeam kind={kind} slug={slug} price={price} />}
        </>
      ) : price ? (
        <>
          <p className={styles.price}>
            <PriceWithTax price={price} />
          </p>
          <div className={styles.actions}>
            {isPending ? (
              <Button variant="primary" busy>
                One moment
              </Button>
            ) : (
              <BuyButton kind={kind} slug={slug} price={price} />
            )}
            <BuyForTeam kind={kind} slug={slug} price={price} />
          </div>
        </>
      ) : (
        <p>{notForSale}</p>
      )}
      <ul className={styles.facts}>
        {facts.map(({ icon, text }) => (
          <li key={text}>
            <Icon name={icon} />
            {text}
          </li>
        ))}
      </ul>
    </Card>
  )
}
