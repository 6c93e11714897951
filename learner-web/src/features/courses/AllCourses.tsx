import type { CourseCard } from '@flagyard/api-types'
import { errorMessage, Failed, Loading } from '@flagyard/ui/Feedback'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { callQuery } from '../../lib/query.ts'
import { CourseGrid } from './CourseTile.tsx'
import { NothingYet } from './NothingYet.tsx'

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
