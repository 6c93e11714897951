import { paths } from '@flagyard/api-types/links'
import { Loading } from '@flagyard/ui/Feedback'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import { callQuery } from '../../lib/query.ts'
import * as t from '../../messages/en/courses.ts'
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
    <Suspense fallback={<Loading what={t.thePreview} />}>
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
  useTitle(course?.title ?? t.course)
  if (error) return <FailedPage title={t.course} what={t.thisCourse} error={error} onRetry={() => void refetch()} />
  if (!course) return <Loading what={t.theCourse} />
  return (
    <CourseArticle
      course={course}
      playing={free}
      pathOf={(lesson) => paths.freeLesson(slug, lesson)}
      above={
        <>
          <VisitorProgressOffer />
          {free && (
            <Suspense fallback={<Loading what={t.theLesson} />}>
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
      <h2>{t.reviewsTitle}</h2>
      {recommendation && (
        <p>
          {t.recommendation({
            learners: recommendation.answers,
            mean: formatScore(recommendation.mean),
            score: (text) => <span className={styles.score}>{text}</span>,
          })}
        </p>
      )}
      {quotes.length > 0 && (
        <ul className={styles.quotes}>
          {quotes.map(({ id, question, text, name }) => (
            <li key={id}>
              <figure className={styles.quote}>
                <blockquote>{text}</blockquote>
                <figcaption className="small muted">{t.reviewer({ name: name ?? t.aLearner, question })}</figcaption>
              </figure>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const formatScore = (mean: number) => new Intl.NumberFormat('en', { maximumFractionDigits: 1 }).format(mean)
