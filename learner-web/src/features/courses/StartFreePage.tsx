import { paths } from '@flagyard/api-types/links'
import { errorMessage, Failed, Loading } from '@flagyard/ui/Feedback'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from 'react-router-dom'
import { callQuery, queryClient } from '../../lib/query.ts'
import { Page } from '../../shell/Page.tsx'
import { listFreeLessons } from '../progress/lesson-ref.ts'

export default function StartFreePage() {
  const { data: path, error, refetch } = useQuery({ queryKey: ['firstFreeLesson'], queryFn: findFirstFreeLesson })
  if (path) return <Navigate to={path} replace />
  return (
    <Page title="Start free">
      {error ? (
        <Failed what="the free lessons" why={errorMessage(error)} onRetry={() => void refetch()} />
      ) : (
        <Loading what="a free lesson" />
      )}
    </Page>
  )
}

async function findFirstFreeLesson(): Promise<string> {
  const courses = await queryClient.fetchQuery(callQuery('listCourses'))
  for (const { slug } of courses.filter(({ free_lessons }) => free_lessons > 0)) {
    const [first] = listFreeLessons(await queryClient.fetchQuery(callQuery('getCourse', { slug })))
    if (first) return paths.freeLesson(slug, first)
  }
  return paths.courses
}
