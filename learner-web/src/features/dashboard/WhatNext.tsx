import type { CourseCard, MyCourse } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { Link } from '@flagyard/ui/Link'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../lib/query.ts'
import { CourseGrid } from '../courses/CourseGrid.tsx'
import styles from './Dashboard.module.css'

const MOST = 3

/** Suggests courses that the learner does not own, when there is nothing to resume. */
export function WhatNext({ courses }: { courses: MyCourse[] }) {
  const { data = [] } = useQuery(callQuery('listCourses'))
  const mine = new Set(courses.map(({ slug }) => slug))
  const others = data.filter(({ slug }: CourseCard) => !mine.has(slug)).slice(0, MOST)
  if (others.length === 0) return null
  return (
    <section className="stack" aria-labelledby="what-next">
      <div className="row between">
        <h2 id="what-next" className={styles.title}>
          What next?
        </h2>
        <Link className="reach" to={paths.courses}>
          All courses
        </Link>
      </div>
      <CourseGrid courses={others} />
    </section>
  )
}
