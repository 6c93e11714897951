import { CourseCover } from '@flagyard/ui/Cover'
import { classNames } from '@flagyard/ui/class-names'
import type { ComponentProps, ReactNode } from 'react'
import styles from './CoursePage.module.css'

interface Props {
  slug: string
  title: string
  subtitle?: string
  /** Replaces the generated cover. */
  picture?: ComponentProps<typeof CourseCover>['picture']
  chips: ReactNode
  /** Shown above the header, in full width. */
  back?: ReactNode
  /** Shown between the header and the columns. */
  above?: ReactNode
  /** The price box, next to the description. */
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
