import { errorMessage } from '@flagyard/ui/error-message'
import { Failed, Loading } from '@flagyard/ui/Feedback'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../lib/query.ts'
import { CourseGrid } from './CourseGrid.tsx'
import { NothingYet } from './NothingYet.tsx'

/** Every public course, fetched from the server. */
export default function AllCourses() {
  const { data, error, refetch } = useQuery(callQuery('listCourses'))
  if (error) return <Failed what="the courses" why={errorMessage(error)} onRetry={() => void refetch()} />
  if (!data) return <Loading what="the courses" />
  if (data.length === 0) return <NothingYet />
  return <CourseGrid courses={data} />
}
