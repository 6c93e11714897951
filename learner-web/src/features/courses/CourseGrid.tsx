import { Empty, Failed, Loading } from '@flagyard/ui/States'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../lib/query.ts'
import { sentenceOf } from '../../lib/useSubmit.ts'
import styles from './CourseGrid.module.css'
import { CourseTile } from './CourseTile.tsx'

/** Every course on offer, as tiles. */
export default function CourseGrid() {
  const { data, error, refetch } = useQuery(ask('listCourses'))
  if (error) return <Failed what="the courses" why={sentenceOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Loading what="the courses" />
  if (data.length === 0) return <Empty title="No courses yet">The first ones are being written. Come back soon.</Empty>
  return (
    <ul className={styles.grid}>
      {data.map((course) => (
        <li key={course.slug} className={styles.cell}>
          <CourseTile course={course} />
        </li>
      ))}
    </ul>
  )
}
