import type { Bundle, MyBundle } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { Button, ButtonLink } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Chip } from '@flagyard/ui/Chip'
import { Cover } from '@flagyard/ui/Cover'
import { classNames } from '@flagyard/ui/class-names'
import { Empty } from '@flagyard/ui/Feedback'
import { formatMoney, formatPrice, levelNames } from '@flagyard/ui/format'
import { Link } from '@flagyard/ui/Link'
import { useQuery } from '@tanstack/react-query'
import { pricesIncludeVat } from '../../lib/format.ts'
import { callQuery } from '../../lib/query.ts'
import { useSession } from '../../lib/session.ts'
import * as t from '../../messages/en/courses.ts'
import { Loaded } from '../../shell/Loaded.tsx'
import { Page } from '../../shell/Page.tsx'
import { RichText } from '../../shell/RichText.tsx'
import { BuyButton, BuyForTeam } from '../orders/BuyButton.tsx'
import styles from './catalogue/catalogue.module.css'

export default function BundlesPage() {
  const bundles = useQuery(callQuery('listBundles'))
  const signedIn = useSession()?.user.is_active === true
  const mine = useQuery({ ...callQuery('listMyBundles'), enabled: signedIn })
  return (
    <Page title={t.bundles} intro={pricesIncludeVat() ? t.bundlesIntroWithVat : t.bundlesIntro}>
      <Loaded query={bundles} what={t.theBundles}>
        {(data) =>
          data.length === 0 ? (
            <Empty
              title={t.noBundles}
              icon="copy"
              action={<ButtonLink to={paths.courses}>{t.browseCourses}</ButtonLink>}
            >
              {t.noBundlesHint}
            </Empty>
          ) : (
            data.map((bundle) => (
              <BundleCard
                key={bundle.slug}
                bundle={bundle}
                mine={mine.data?.find(({ slug }) => slug === bundle.slug)}
                isPending={mine.isLoading}
              />
            ))
          )
        }
      </Loaded>
    </Page>
  )
}

interface CardProps {
  bundle: Bundle
  /** The learner's price, and the courses of the bundle that they already own. */
  mine: MyBundle | undefined
  isPending: boolean
}

function BundleCard({ bundle, mine, isPending }: CardProps) {
  return (
    <Card as="article" flush className={styles.bundle}>
      <Cover slug={bundle.slug} tall className={classNames(styles.cover, styles.tall)} />
      <Cover slug={bundle.slug} className={classNames(styles.cover, styles.wide)} />
      <div className={styles.inside}>
        <h2 className="heading">{bundle.title}</h2>
        <RichText>{bundle.description}</RichText>
        <ul className={styles.courses}>
          {bundle.courses.map((course) => (
            <li key={course.slug} className={styles.course}>
              <Link className="touch-target" to={paths.course(course.slug)}>
                {course.title}
              </Link>
              <Chip>{levelNames[course.level]}</Chip>
              <span className="small muted">{mine?.owned.includes(course.slug) ? t.yours : priceText(course)}</span>
            </li>
          ))}
        </ul>
        <div className="row between">
          <BundlePrice bundle={bundle} mine={mine} />
          {isPending ? (
            <Button variant="primary" busy>
              {t.oneMoment}
            </Button>
          ) : mine && mine.owned.length === bundle.courses.length ? (
            <ButtonLink to={paths.dashboard}>{t.goToYourDashboard}</ButtonLink>
          ) : (
            <BuyButton kind="bundle" slug={bundle.slug} price={mine?.price ?? bundle.price} />
          )}
          <BuyForTeam kind="bundle" slug={bundle.slug} price={bundle.price} />
        </div>
      </div>
    </Card>
  )
}

function priceText({ price, access_days: days }: Bundle['courses'][number]): string {
  return days === null
    ? t.courseOfBundle({ price: formatPrice(price) })
    : t.courseOfBundleDays({ price: formatPrice(price), days })
}

/** The price with its reason: the bundle's discount, or a reduction for courses that the learner already owns. */
function BundlePrice({ bundle: { price, courses }, mine }: Pick<CardProps, 'bundle' | 'mine'>) {
  const owned = mine?.owned.length ?? 0
  if (owned === courses.length) return <b className={styles.bundlePrice}>{t.yours}</b>
  if (mine && owned > 0)
    return (
      <p>
        <b className={styles.bundlePrice}>{formatPrice(mine.price)}</b>{' '}
        <span className="small muted">
          {t.reducedFrom({ price: formatMoney(price), owned, courses: courses.length })}
        </span>
      </p>
    )
  const isComparable = courses.every((course) => course.price.currency === price.currency)
  const saved = isComparable ? courses.reduce((sum, course) => sum + course.price.amount, -price.amount) : 0
  return (
    <p>
      <b className={styles.bundlePrice}>{formatPrice(price)}</b>{' '}
      {saved > 0 && (
        <span className="small muted">
          {t.saved({ amount: formatMoney({ amount: saved, currency: price.currency }) })}
        </span>
      )}
    </p>
  )
}
