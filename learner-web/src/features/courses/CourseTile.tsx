import type { CourseCard, Money } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { Chip } from '@flagyard/ui/Chip'
import { CourseCover } from '@flagyard/ui/Cover'
import { cloudNames, formatPrice, levelNames } from '@flagyard/ui/format'
import { Link } from '@flagyard/ui/Link'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { ScreenBoundary } from '@flagyard/ui/ScreenBoundary'
import { Suspense } from 'react'
import { QueryProvider } from '../../lib/QueryProvider.tsx'
import type { callQuery } from '../../lib/query.ts'
import { useSession } from '../../lib/session.ts'
import * as t from '../../messages/en/course-tiles.ts'
import { hidden } from '../../shell/hidden.tsx'
import styles from './home.module.css'

/** A course in the catalogue. The whole tile is clickable, but only the title is a link. */
export function CourseTile({ course }: { course: CourseCard }) {
  const prefetchCourse = () => prefetch('getCourse', { slug: course.slug })
  return (
    <article className={styles.tile} onMouseEnter={prefetchCourse} onFocus={prefetchCourse}>
      <CourseCover slug={course.slug} picture={course.cover} className={styles.cover} />
      <div className={styles.inside}>
        <div className={styles.chips}>
          <Chip>{levelNames[course.level]}</Chip>
          {course.clouds.map((cloud) => (
            <Chip key={cloud}>{cloudNames[cloud]}</Chip>
          ))}
          {course.rehearsals > 0 && <Chip tone="good">{t.freeLabRehearsal}</Chip>}
          {course.status === 'beta' && <Chip tone="info">{t.beta}</Chip>}
        </div>
        <h3 className={styles.title}>
          <Link to={paths.course(course.slug)} className={styles.link}>
            {course.title}
          </Link>
        </h3>
        <p className={styles.subtitle}>{course.subtitle}</p>
        <div className={styles.foot}>
          <span className="small muted">
            {t.contents({ lessons: course.lessons, labs: course.labs, hours: course.estimated_hours })}
          </span>
          <CoursePrice slug={course.slug} price={course.price} />
        </div>
        {course.price.amount > 0 && (
          <Link to={paths.buy('course', course.slug, { others: true })} className={styles.team}>
            {t.buyForTeam({ title: course.title, hidden })}
          </Link>
        )}
      </div>
    </article>
  )
}

export function CourseGrid({ courses }: { courses: CourseCard[] }) {
  return (
    <ul className={styles.grid}>
      {courses.map((course) => (
        <li key={course.slug} className={styles.cell}>
          <CourseTile course={course} />
        </li>
      ))}
    </ul>
  )
}

/** Prefetches data on hover or focus: `prefetch('getCourse', { slug })`. The first call also loads the query client. */
function prefetch(...query: Parameters<typeof callQuery<'getCourse'>>): void {
  // Ignores errors: the request after the click reports them.
  import('../../lib/query.ts')
    .then(({ callQuery, queryClient }) => queryClient.prefetchQuery(callQuery(...query)))
    .catch(() => undefined)
}

const OwnedOrPrice = lazyScreen(() => import('../orders/OwnedOrPrice.tsx'))

/** Price of a course, or the learner's progress in it. The home page renders it before any request to the server. */
function CoursePrice({ slug, price }: { slug: string; price: Money }) {
  const session = useSession()
  if (!session?.user.is_active) return <b>{formatPrice(price)}</b>
  return (
    <ScreenBoundary silent>
      <Suspense fallback={null}>
        <QueryProvider>
          <OwnedOrPrice slug={slug} price={price} />
        </QueryProvider>
      </Suspense>
    </ScreenBoundary>
  )
}
