import type { CourseCard } from '@flagyard/api-types'
import styles from './CourseGrid.module.css'
import { CourseTile } from './CourseTile.tsx'

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
