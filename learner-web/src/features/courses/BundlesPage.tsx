import type { Bundle } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { ButtonLink } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Chip } from '@flagyard/ui/Chip'
import { Cover } from '@flagyard/ui/Cover'
import { errorMessage } from '@flagyard/ui/error-message'
import { Empty, Failed, Loading } from '@flagyard/ui/Feedback'
import { formatMoney, levelNames } from '@flagyard/ui/format'
import { Link } from '@flagyard/ui/Link'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../lib/query.ts'
import { Page } from '../../shell/Page.tsx'
import { RichText } from '../../shell/RichText.tsx'
import { BuyButton } from '../orders/BuyButton.tsx'
import { accessText } from './access-text.ts'
import styles from './BundlesPage.module.css'

export default function BundlesPage() {
  const { data, error, refetch } = useQuery(callQuery('listBundles'))
  return (
    <Page
      title="Bundles"
      intro="Several courses at one price. Courses that you already own are taken off the price of your own seat."
    >
      {error && <Failed what="the bundles" why={errorMessage(error)} onRetry={() => void refetch()} />}
      {!error && !data && <Loading what="the bundles" />}
      {data?.length === 0 && (
        <Empty
          title="No bundles at the moment"
          icon="copy"
          action={<ButtonLink to={paths.courses}>Browse courses</ButtonLink>}
        >
          You can buy every course on its own.
        </Empty>
      )}
      {data?.map((bundle) => (
        <BundleCard key={bundle.slug} bundle={bundle} />
      ))}
    </Page>
  )
}

function BundleCard({ bundle }: { bundle: Bundle }) {
  const singlePrices = bundle.courses.reduce((sum, course) => sum + course.price.amount, 0)
  const saved = singlePrices - bundle.price.amount
  return (
    <Card as="article" flush className={styles.bundle}>
      <Cover slug={bundle.slug} tall className={styles.cover} />
      <div className={styles.inside}>
        <h2 className={styles.title}>{bundle.title}</h2>
        <RichText>{bundle.description}</RichText>
        <ul className={styles.courses}>
          {bundle.courses.map((course) => (
            <li key={course.slug} className={styles.course}>
              <Link className="reach" to={paths.course(course.slug)}>
                {course.title}
              </Link>
              <Chip>{levelNames[course.level]}</Chip>
              <span className="small muted">
                {formatMoney(course.price)} · {accessText(course.access_days).toLowerCase()}
              </span>
            </li>
          ))}
        </ul>
        <div className="row between">
          <p>
            <b className={styles.price}>{formatMoney(bundle.price)}</b>{' '}
            {saved > 0 && (
              <span className="small muted">
                You save {formatMoney({ amount: saved, currency: bundle.price.currency })}
              </span>
            )}
          </p>
          <BuyButton kind="bundle" slug={bundle.slug} price={bundle.price} />
        </div>
      </div>
    </Card>
  )
}
