import type { CourseCard } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { ButtonLink } from '@flagyard/ui/Button'
import { Empty } from '@flagyard/ui/Feedback'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { callQuery } from '../../lib/query.ts'
import { Loaded } from '../../shell/Loaded.tsx'
import { CourseGrid } from './CourseTile.tsx'

export default function AllCourses({ onLoad }: { onLoad: (courses: CourseCard[]) => void }) {
  const query = useQuery(callQuery('listCourses'))
  useEffect(() => {
    if (query.data) onLoad(query.data)
  }, [query.data, onLoad])
  return (
    <Loaded query={query} what="the courses">
      {(courses) => (courses.length === 0 ? <NothingYet /> : <CourseGrid courses={courses} />)}
    </Loaded>
  )
}

export const NothingYet = () => (
  <Empty title="The first courses are on their way" action={<ButtonLink to={paths.contact}>Write to us</ButtonLink>}>
    We are still writing them. Come back soon, or tell us what you would like to learn.
  </Empty>
)
