import { ApiError } from '@flagyard/api-types/contract/problem'
import { paths } from '@flagyard/api-types/links'
import { errorMessage } from '@flagyard/ui/error-message'
import { Failed, Loading } from '@flagyard/ui/Feedback'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import { callQuery } from '../../lib/query.ts'
import { Page, useTitle } from '../../shell/Page.tsx'
import NotFoundPage from '../pages/NotFoundPage.tsx'
import { listFreeLessons } from '../progress/lesson-ref.ts'
import { VisitorProgressOffer } from '../progress/VisitorProgressOffer.tsx'
import { CourseArticle } from './CourseArticle.tsx'
import { CourseOffer } from './CourseOffer.tsx'
import { Reviews } from './Reviews.tsx'

const FreeLesson = lazyScreen(() => import('../progress/FreeLesson.tsx'))

const CoursePreview = lazyScreen(() => import('./CoursePreview.tsx'))

export default function CoursePage() {
  const { slug = '' } = useParams()
  const [params] = useSearchParams()
  if (params.get('preview') !== 'draft') return <PublicCourse slug={slug} />
  return (
    <Suspense fallback={<Loading what="the preview" />}>
      <CoursePreview slug={slug} />
    </Suspense>
  )
}

function PublicCourse({ slug }: { slug: string }) {
  const { data: course, error, refetch } = useQuery(callQuery('getCourse', { slug }))
  const [params] = useSearchParams()
  const free =
    course &&
    listFreeLessons(course).find(
      ({ section, lesson }) => section === params.get('section') && lesson === params.get('lesson'),
    )
  useTitle(course?.title ?? 'Course')
  if (error instanceof ApiError && error.code === 'not_found') return <NotFoundPage />
  if (error)
    return (
      <Page title="Course">
        <Failed what="this course" why={errorMessage(error)} onRetry={() => void refetch()} />
      </Page>
    )
  if (!course) return <Loading what="the course" />
  return (
    <CourseArticle
      course={course}
      playing={free}
      pathOf={(lesson) => paths.freeLesson(slug, lesson)}
      above={
        <>
          <VisitorProgressOffer />
          {free && (
            <Suspense fallback={<Loading what="the lesson" />}>
              <FreeLesson key={paths.freeLesson(slug, free)} course={course} lesson={free} />
            </Suspense>
          )}
        </>
      }
      below={<Reviews slug={slug} />}
      offer={<CourseOffer course={course} />}
    />
  )
}
