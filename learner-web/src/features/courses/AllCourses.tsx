import type { CourseCard } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { ButtonLink } from '@flagyard/ui/Button'
import { Empty, errorMessage, Failed, Loading } from '@flagyard/ui/Feedback'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { callQuery } from '../../lib/query.ts'
import { CourseGrid } from './CourseTile.tsx'

export default function AllCourses({ onLoad }: { onLoad: (courses: CourseCard[]) => void }) {
  const { data, error, refetch } = useQuery(callQuery('listCourses'))
  useEffect(() => {
    if (data) onLoad(data)
  }, [data, onLoad])
  if (error) return <Failed what="the courses" why={errorMessage(error)} onRetry={() => void refetch()} />
  if (!data) return <Loading what="the courses" />
  if (data.length === 0) return <NothingYet />
  return <CourseGrid courses={data} />
}

export const NothingYet = () => (
  <Empty title="The first courses are on their way" action={<ButtonLink to={paths.contact}>Write to us</ButtonLink>}>
    We are still writing them. Come back soon, or tell us what you would like to learn.
  </Empty>
)
