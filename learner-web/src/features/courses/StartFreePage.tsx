import { paths } from '@flagyard/api-types/links'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from 'react-router-dom'
import { callQuery, queryClient } from '../../lib/query.ts'
import * as t from '../../messages/en/courses.ts'
import { Loaded } from '../../shell/Loaded.tsx'
import { Page } from '../../shell/Page.tsx'
import { listFreeLessons } from '../progress/lesson-ref.ts'

export default function StartFreePage() {
  const query = useQuery({ queryKey: ['firstFreeLesson'], queryFn: findFirstFreeLesson })
  return (
    <Page title={t.startFree}>
      <Loaded query={query} what={t.theFreeLessons}>
        {(path) => <Navigate to={path} replace />}
      </Loaded>
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
