import type { CourseCard } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { ButtonLink } from '@flagyard/ui/Button'
import { countOf } from '@flagyard/ui/format'
import { Link } from '@flagyard/ui/Link'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { ScreenBoundary } from '@flagyard/ui/ScreenBoundary'
import { Spinner } from '@flagyard/ui/Spinner'
import { Suspense, useState } from 'react'
import { getPreloadedAnswer } from '../../lib/preloaded-data.ts'
import { QueryProvider } from '../../lib/QueryProvider.tsx'
import { useSession } from '../../lib/session.ts'
import { useTitle } from '../../shell/Page.tsx'
import { CourseGrid } from './CourseTile.tsx'
import styles from './home.module.css'
import { LabPreview } from './LabPreview.tsx'

// For navigation within the app, which has no preloaded courses.
const AllCourses = lazyScreen(() => import('./AllCourses.tsx'))

export default function HomePage() {
  useTitle('Break clouds, legally')
  const signedIn = useSession() !== null
  // Undefined while loading. All statements about the catalogue on this page derive from it.
  const [courses, setCourses] = useState(() => getPreloadedAnswer('listCourses'))
  const clouds = new Set(courses?.flatMap((course) => course.clouds)).size
  return (
    <div className="wrap">
      <section className={styles.hero}>
        <div className={styles.words}>
          <h1>Break clouds. Legally. Then prove you can.</h1>
          <p className={styles.lead}>
            Courses with labs in AWS, Azure and Google Cloud accounts that are yours for the hours you need them, and
            certificates anyone can verify.
          </p>
          <div className="row">
            <ButtonLink to={paths.courses} variant="primary">
              Browse courses
            </ButtonLink>
            {signedIn ? (
              <ButtonLink to={paths.dashboard}>Continue learning</ButtonLink>
            ) : (
              courses?.some(({ free_lessons }) => free_lessons > 0) && (
                <ButtonLink to={paths.startFree}>Watch a free lesson</ButtonLink>
              )
            )}
          </div>
          <p className="small muted">
            {clouds > 0 && `Labs in ${countOf(clouds, 'cloud')} · `}Accounts wiped twice before the next learner
          </p>
        </div>
        <LabPreview />
      </section>
      <section className={styles.section} aria-labelledby="courses">
        <div className="row between">
          <h2 id="courses">Courses</h2>
          <Link to={paths.courses} className={styles.all}>
            All courses, labs and exams
          </Link>
        </div>
        <Courses courses={courses} onLoad={setCourses} />
      </section>
      <section className={styles.section} aria-labelledby="how">
        <h2 id="how">How it works</h2>
        <ol className={styles.steps}>
          {stepsOf(courses ?? []).map(({ title, text }, index) => (
            <li key={title} className={styles.step}>
              <span className={styles.number} aria-hidden="true">
                {index + 1}
              </span>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </section>
    </div>
  )
}

function Courses({ courses, onLoad }: { courses: CourseCard[] | undefined; onLoad: (courses: CourseCard[]) => void }) {
  if (courses && courses.length > 0) return <CourseGrid courses={courses} />
  return (
    <ScreenBoundary>
      <Suspense fallback={<Spinner label="Loading the courses" />}>
        <QueryProvider>
          <AllCourses onLoad={onLoad} />
        </QueryProvider>
      </Suspense>
    </ScreenBoundary>
  )
}

const stepsOf = (courses: CourseCard[]) => [
  {
    title: 'Learn the technique',
    text: 'Short lessons, one technique at a time. Pick up where you left off, on any device.',
  },
  {
    title: 'Try it yourself',
    text: 'Start the lab, and a cloud account of your own is ready in minutes: no shared machine, and no bill for you.',
  },
  {
    title: 'Capture the flag',
    text: 'Every lab hides flags that only the right path leads to. Yours are different from everyone else’s.',
  },
  {
    title: 'Prove it',
    text: `Finish the course, and your certificate gets a public page that any employer can check.${
      courses.some(({ exam_on_sale }) => exam_on_sale) ? ' Then book its exam.' : ''
    }`,
  },
]
