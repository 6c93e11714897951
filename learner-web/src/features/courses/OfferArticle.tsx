import { CourseCover } from '@flagyard/ui/Cover'
import { classNames } from '@flagyard/ui/class-names'
import { Loading } from '@flagyard/ui/Feedback'
import { Icon, type IconName } from '@flagyard/ui/Icon'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { ScreenBoundary } from '@flagyard/ui/ScreenBoundary'
import { type ComponentProps, type ReactNode, Suspense, useState } from 'react'
import * as t from '../../messages/en/courses.ts'
import styles from './CoursePage.module.css'

interface Props {
  slug: string
  title: string
  subtitle?: string
  /** Replaces the generated cover. */
  picture?: ComponentProps<typeof CourseCover>['picture']
  chips: ReactNode
  back?: ReactNode
  above?: ReactNode
  offer: ReactNode
  children: ReactNode
}

/** Layout of a product page: course, lab or exam. */
export function OfferArticle({ slug, title, subtitle, picture = null, chips, back, above, offer, children }: Props) {
  return (
    <article>
      <header className={styles.head}>
        {back && <div className={classNames('wrap', styles.back)}>{back}</div>}
        <div className={classNames('wrap', styles.top)}>
          <CourseCover slug={slug} picture={picture} className={styles.cover} />
          <div className={styles.title}>
            <div className={styles.chips}>{chips}</div>
            <h1>{title}</h1>
            {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
          </div>
        </div>
      </header>
      <div className="wrap">
        {above}
        <div className={styles.columns}>
          <div className={styles.main}>{children}</div>
          {offer}
        </div>
      </div>
    </article>
  )
}

/** A heading with a list; nothing for an empty list. */
export function OfferList({ title, items }: { title: string; items: string[] }) {
  if (items.length === 0) return null
  return (
    <section className="stack">
      <h2>{title}</h2>
      <ul className={styles.list}>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </section>
  )
}

export interface OfferFact {
  icon: IconName
  text: string
}

export const OfferFacts = ({ facts, children }: { facts: OfferFact[]; children?: ReactNode }) => (
  <ul className={styles.facts}>
    {facts.map(({ icon, text }) => (
      <li key={text}>
        <Icon name={icon} />
        {text}
      </li>
    ))}
    {children}
  </ul>
)

const CertificateSample = lazyScreen(() => import('../certificates/CertificateSample.tsx'))

export function SampleCertificate(sample: ComponentProps<typeof CertificateSample>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <section className="stack">
      <h2>{t.sampleTitle}</h2>
      <p>{t.sampleIntro}</p>
      <details
        className={classNames(styles.sections, styles.section)}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary className={styles.summary}>
          {t.seeSample}
          <span className={styles.count}>
            <Icon name="chevron" size={18} />
          </span>
        </summary>
        {isOpen && (
          <ScreenBoundary>
            <Suspense fallback={<Loading what={t.theSample} />}>
              <CertificateSample {...sample} />
            </Suspense>
          </ScreenBoundary>
        )}
      </details>
    </section>
  )
}
