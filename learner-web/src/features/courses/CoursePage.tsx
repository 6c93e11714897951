import { ApiError } from '@flagyard/api-types/contract/problem'
import { Chip } from '@flagyard/ui/Chip'
import { CourseCover } from '@flagyard/ui/Cover'
import { classNames } from '@flagyard/ui/class-names'
import { errorMessage } from '@flagyard/ui/error-message'
import { Failed, Loading } from '@flagyard/ui/Feedback'
import { cloudNames, levelNames } from '@flagyard/ui/format'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import { languageName } from '../../lib/format.ts'
import { callQuery } from '../../lib/query.ts'
import { Page, useTitle } from '../../shell/Page.tsx'
import { RichText } from '../../shell/RichText.tsx'
import NotFoundPage from '../pages/NotFoundPage.tsx'
import { CourseOffer } from './CourseOffer.tsx'
import { CourseOutline } from './CourseOutline.tsx'
import styles from './CoursePage.module.css'
import { freeLessonPath, listFreeLessons } from './lesson-ref.ts'
import { VisitorProgressOffer } from './VisitorProgressOffer.tsx'

const FreeLesson = lazyScreen(() => import('./FreeLesson.tsx'))

export default function CoursePage() {
  const { slug = '' } = useParams()
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
    <article>
      <header className={styles.head}>
        <div className={classNames('wrap', styles.top)}>
          <CourseCover slug={course.slug} picture={course.cover} className={styles.cover} />
          <div className={styles.title}>
            <div className={styles.chips}>
              <Chip>{levelNames[course.level]}</Chip>
              {course.clouds.map((cloud) => (
                <Chip key={cloud}>{cloudNames[cloud]}</Chip>
              ))}
              <Chip>{languageName(course.language)}</Chip>
              {course.status === 'beta' && <Chip tone="info">Beta</Chip>}
            </div>
            <h1>{course.title}</h1>
            <p className={styles.subtitle}>{course.subtitle}</p>
          </div>
        </div>
      </header>
      <div className="wrap">
        <VisitorProgressOffer />
        {free && (
          <Suspense fallback={<Loading what="the lesson" />}>
            <FreeLesson key={freeLessonPath(slug, free)} course={course} lesson={free} />
          </Suspense>
        )}
        <div className={styles.columns}>
          <div className={styles.main}>
            <List title="What you will be able to do" items={course.outcomes} />
            <section className="stack">
              <h2>About this course</h2>
              <RichText>{course.description}</RichText>
            </section>
            <CourseOutline course={course} playing={free} />
            <List title="Before you start" items={course.prerequisites} />
            {course.instructors.length > 0 && (
              <section className="stack">
                <h2>Your instructors</h2>
                {course.instructors.map((person) => (
                  <div key={person.name} className={styles.person}>
                    <h3>{person.name}</h3>
                    <p className="small muted">{person.title}</p>
                    <p>{person.bio}</p>
                  </div>
                ))}
              </section>
            )}
          </div>
          <CourseOffer course={course} />
        </div>
      </div>
    </article>
  )
}

function List({ title, items }: { title: string; items: string[] }) {
  if (items.length === 0) return null
  return (
    <section className="stack">
      <h2>{title}</h2>
      <ul className={styles.list}>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </section>
  )
}
