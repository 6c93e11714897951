import { paths } from '@flagyard/api-types/links'
import { formatPrice } from '@flagyard/ui/format'
import { Link } from '@flagyard/ui/Link'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../lib/query.ts'
import { CourseGrid } from './CourseGrid.tsx'
import styles from './CoursePage.module.css'

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
              For less in a bundle: <Link to={paths.bundles}>{bundle.title}</Link>, {formatPrice(bundle.price)}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
