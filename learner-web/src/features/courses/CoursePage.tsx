import { paths } from '@flagyard/api-types/links'
import { Loading } from '@flagyard/ui/Feedback'
import { countOf } from '@flagyard/ui/format'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import { callQuery } from '../../lib/query.ts'
import { useTitle } from '../../shell/Page.tsx'
import { FailedPage } from '../pages/NotFoundPage.tsx'
import { listFreeLessons } from '../progress/lesson-ref.ts'
import { VisitorProgressOffer } from '../progress/VisitorProgressOffer.tsx'
import { CourseArticle } from './CourseArticle.tsx'
import { CourseOffer } from './CourseOffer.tsx'
import styles from './CoursePage.module.css'

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
  if (error) return <FailedPage title="Course" what="this course" error={error} onRetry={() => void refetch()} />
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

/** Rating and quotes of a course. Errors are ignored, because the page is complete without them. */
function Reviews({ slug }: { slug: string }) {
  const { data } = useQuery(callQuery('getCourseReviews', { slug }))
  if (!data || (data.recommendation === null && data.quotes.length === 0)) return null
  const { recommendation, quotes } = data
  return (
    <section className="stack">
      <h2>What learners say</h2>
      {recommendation && (
        <p>
          {countOf(recommendation.answers, 'learner')} rate it{' '}
          <span className={styles.score}>{formatScore(recommendation.mean)}</span> out of 10.
        </p>
      )}
      {quotes.length > 0 && (
        <ul className={styles.quotes}>
          {quotes.map(({ id, question, text, name }) => (
            <li key={id}>
              <figure className={styles.quote}>
                <blockquote>{text}</blockquote>
                <figcaption className="small muted">
                  {name ?? 'A learner'}, asked “{question}”
                </figcaption>
              </figure>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const formatScore = (mean: number) => new Intl.NumberFormat('en', { maximumFractionDigits: 1 }).format(mean)
