import type { CourseDetails, CourseRecord } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'
import { Failed } from '@flagyard/ui/Feedback'
import { Spinner } from '@flagyard/ui/Spinner'
import { useState } from 'react'
import { useCall } from '../../crud/useCall.ts'
import { formatMinutes } from '../../lib/format.ts'
import { sentenceOf } from '../../lib/problem.ts'
import { Preview } from '../markdown/Preview.tsx'
import styles from './CourseEdit.module.css'

type Lesson = CourseDetails['sections'][number]['lessons'][number]

/** The whole course as learners see it once its changes are published. */
export default function CoursePreview({ course: { slug } }: { course: CourseRecord }) {
  const { data: course, error, refetch } = useCall('previewCourse', { slug })
  if (error && !course) return <Failed what="the preview" why={sentenceOf(error)} onRetry={() => void refetch()} />
  return course ? <Pages course={course} /> : <Spinner label="Loading the preview" />
}

function Pages({ course }: { course: CourseDetails }) {
  const [shown, setShown] = useState('')
  const pages = course.sections.flatMap((section) =>
    section.lessons.map((lesson) => ({ key: `${section.slug}/${lesson.slug}`, lesson })),
  )
  const lesson = pages.find(({ key }) => key === shown)?.lesson
  return (
    <div className={styles.preview}>
      <nav aria-label="The course" className={styles.contents}>
        <button type="button" aria-current={!lesson} onClick={() => setShown('')}>
          About the course
        </button>
        {course.sections.map((section) => (
          <section key={section.slug} aria-label={section.title}>
            <h2 className={styles.title}>{section.title}</h2>
            {section.opens_after && <p className="muted tiny">Opens after {section.opens_after}</p>}
            <ol>
              {section.lessons.map(({ slug, title }) => {
                const key = `${section.slug}/${slug}`
                return (
                  <li key={slug}>
                    <button type="button" aria-current={key === shown} onClick={() => setShown(key)}>
                      {title}
                    </button>
                  </li>
                )
              })}
            </ol>
          </section>
        ))}
      </nav>
      <article className={styles.card}>
        {lesson ? <LessonPage lesson={lesson} /> : <AboutPage course={course} />}
      </article>
    </div>
  )
}

const LessonPage = ({ lesson }: { lesson: Lesson }) => (
  <>
    <h2>{lesson.title}</h2>
    <div className="row small">
      <Chip tone="neutral">{lesson.kind}</Chip>
      <span className="muted">{formatMinutes(Math.ceil(lesson.duration_seconds / 60))}</span>
      {lesson.free_preview && <Chip tone="good">Free</Chip>}
      {!lesson.required && <Chip tone="neutral">Optional</Chip>}
    </div>
    {lesson.has_video && (
      <p className="muted small">The film plays here. You can watch it in the lesson’s own editor.</p>
    )}
    {lesson.lab && (
      <p className="small">
        Lab: {lesson.lab.title}, {lesson.lab.flags} flags
      </p>
    )}
    <Preview text={lesson.body} />
  </>
)

const AboutPage = ({ course }: { course: CourseDetails }) => (
  <>
    <h2>{course.title}</h2>
    <p>{course.subtitle}</p>
    <Preview text={course.description} />
    <Points title="What you can do afterwards" points={course.outcomes} />
    <Points title="What you should know before" points={course.prerequisites} />
  </>
)

const Points = ({ title, points }: { title: string; points: string[] }) =>
  points.length > 0 && (
    <section>
      <h3>{title}</h3>
      <ul>
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </section>
  )
