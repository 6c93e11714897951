import type { CourseRecord } from '@flagyard/api-types'
import { RelatedList } from '../../crud/RelatedList.tsx'
import { CourseUserRows } from './CourseUserRows.tsx'

export default function CourseUsers({ course }: { course: CourseRecord }) {
  return (
    <RelatedList reference="course_users" target="slug" resourceLabel={['learner', 'learners']}>
      <CourseUserRows course={course.slug} empty="Whoever buys the course, or is given it, appears here." />
    </RelatedList>
  )
}
