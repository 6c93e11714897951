import type { Money } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { Button, ButtonLink } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { formatPrice } from '@flagyard/ui/format'
import { Icon } from '@flagyard/ui/Icon'
import { Link } from '@flagyard/ui/Link'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../../lib/query.ts'
import * as t from '../../../messages/en/courses.ts'
import { BuyButton, BuyForTeam, PriceWithTax } from '../../orders/BuyButton.tsx'
import styles from '../CoursePage.module.css'
import { CourseGrid } from '../CourseTile.tsx'
import { type OfferFact, OfferFacts } from '../OfferArticle.tsx'
import { useCataloguePath } from './catalogue-filter.ts'

interface Props {
  kind: 'lab' | 'exam'
  slug: string
  /** Null if it is not sold separately, or not yet; `notForSale` is the reason. */
  price: Money | null
  notForSale: string
  mine: { text: string; label: string; to: string } | undefined
  /** True while it is unknown whether the learner owns it. */
  isPending: boolean
  facts: OfferFact[]
}

export function SingleOffer({ kind, slug, price, notForSale, mine, isPending, facts }: Props) {
  return (
    <Card as="aside" className={styles.offer}>
      {mine ? (
        <>
          <p className={styles.price}>{t.yours}</p>
          <div className={styles.actions}>
            <ButtonLink to={mine.to} variant="primary">
              {mine.label}
            </ButtonLink>
          </div>
          <p className="small muted">{mine.text}</p>
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
                {t.oneMoment}
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
      <OfferFacts facts={facts} />
    </Card>
  )
}

export const BackToCatalogue = () => (
  <Link to={useCataloguePath()} className={styles.backLink}>
    <Icon name="back" size={18} /> {t.catalogueTitle}
  </Link>
)

/** Courses that contain a lab or exam, and bundles with one of these courses. The page is complete without them, so it does not wait for them. */
export function BelongsTo({ title, courses }: { title: string; courses: string[] }) {
  const { data: catalogue = [] } = useQuery(callQuery('listCourses'))
  const { data: bundles = [] } = useQuery(callQuery('listBundles'))
  const cards = catalogue.filter(({ slug }) => courses.includes(slug))
  const related = bundles.filter((bundle) => bundle.courses.some(({ slug }) => courses.includes(slug)))
  if (cards.length === 0) return null
  return (
    <section className="stack">
      <h2>{title}</h2>
      <CourseGrid courses={cards} />
      {related.length > 0 && (
        <ul className={styles.list}>
          {related.map((bundle) => (
            <li key={bundle.slug}>
              {t.cheaperInBundle({
                title: bundle.title,
                price: formatPrice(bundle.price),
                bundle: (text) => <Link to={paths.bundles}>{text}</Link>,
              })}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
