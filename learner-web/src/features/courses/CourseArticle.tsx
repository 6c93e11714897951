import type { Course, Instructor } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { REHEARSAL_MINUTES } from '@flagyard/api-types/shell/operations'
import { Chip } from '@flagyard/ui/Chip'
import { cloudNames, formatMinutes, levelNames } from '@flagyard/ui/format'
import { Icon } from '@flagyard/ui/Icon'
import { Link } from '@flagyard/ui/Link'
import type { ReactNode } from 'react'
import { languageName } from '../../lib/format.ts'
import * as t from '../../messages/en/courses.ts'
import { RichText } from '../../shell/RichText.tsx'
import { formatDuration, type LessonRef, lessonKinds } from '../progress/lesson-ref.ts'
import styles from './CoursePage.module.css'
import { OfferArticle, OfferList, SampleCertificate } from './OfferArticle.tsx'

interface Props {
  course: Course
  /** The free lesson that is open on this page. */
  playing?: LessonRef | undefined
  pathOf: (lesson: LessonRef) => string
  above?: ReactNode
  below?: ReactNode
  offer: ReactNode
}

export function CourseArticle({ course, playing, pathOf, above, below, offer }: Props) {
  return (
    <OfferArticle
      slug={course.slug}
      title={course.title}
      subtitle={course.subtitle}
      picture={course.cover}
      chips={
        <>
          <Chip>{levelNames[course.level]}</Chip>
          {course.clouds.map((cloud) => (
            <Chip key={cloud}>{cloudNames[cloud]}</Chip>
          ))}
          <Chip>{languageName(course.language)}</Chip>
          {course.status === 'beta' && <Chip tone="info">{t.beta}</Chip>}
        </>
      }
      above={above}
      offer={offer}
    >
      <OfferList title={t.outcomes} items={course.outcomes} />
      <section className="stack">
        <h2>{t.aboutCourse}</h2>
        <RichText>{course.description}</RichText>
      </section>
      <CourseOutline course={course} playing={playing} pathOf={pathOf} />
      <OfferList title={t.beforeYouStart} items={course.prerequisites} />
      {course.certificate_type && (
        <SampleCertificate
          type={course.certificate_type}
          title={course.title}
          hours={course.estimated_hours}
          outcomes={course.outcomes}
        />
      )}
      <Instructors people={course.instructors} />
      {below}
    </OfferArticle>
  )
}

function Instructors({ people }: { people: Instructor[] }) {
  if (people.length === 0) return null
  return (
    <section className="stack">
      <h2>{t.instructors({ count: people.length })}</h2>
      {people.map((person) => (
        <div key={person.name} className={styles.person}>
          {person.picture ? (
            // Decorative: the name is shown next to the picture.
            <img className={styles.portrait} src={person.picture.url} width={72} height={72} alt="" loading="lazy" />
          ) : (
            <span className={styles.portrait} aria-hidden="true">
              {initialsOf(person.name)}
            </span>
          )}
          <div className={styles.about}>
            <h3>{person.name}</h3>
            {person.title && <p className="small muted">{person.title}</p>}
            {person.bio && <p>{person.bio}</p>}
            {person.courses.length > 0 && (
              <p className="small">
                {t.alsoTeaches({
                  courses: person.courses.map(({ slug, title }, at) => (
                    <span key={slug}>
                      {at > 0 && ', '}
                      <Link to={paths.course(slug)}>{title}</Link>
                    </span>
                  )),
                })}
              </p>
            )}
          </div>
        </div>
      ))}
    </section>
  )
}

/** First letters of the first and last word: `AB` for Ada Brandt. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends.map((word) => [...(word ?? '')][0] ?? '').join('')
}

/** Sections and lessons of a course, without their content. A free lesson is a link that plays it on this page. */
function CourseOutline({
  course: { sections },
  playing,
  pathOf,
}: {
  course: Course
  playing: LessonRef | undefined
  pathOf: (lesson: LessonRef) => string
}) {
  const isPlaying = (section: string, lesson: string) => playing?.section === section && playing.lesson === lesson
  return (
    <section className="stack">
      <h2>{t.outlineTitle}</h2>
      <div className={styles.sections}>
        {sections.map((section, index) => (
          <details
            key={section.slug}
            className={styles.section}
            open={index === 0 || section.slug === playing?.section}
          >
            <summary className={styles.summary}>
              <span>
                {index + 1} · {section.title}
              </span>
              <span className={styles.count}>
                {t.lessonCount({ count: section.lessons.length })}
                <Icon name="chevron" size={18} />
              </span>
            </summary>
            <ul className={styles.lessons}>
              {section.lessons.map((lesson) => (
                <li key={lesson.slug} className={styles.lesson}>
                  <Icon name={lessonKinds[lesson.kind].icon} size={18} />
                  <span>
                    {!lesson.title.startsWith(`${lessonKinds[lesson.kind].word}:`) && (
                      <span className="visually-hidden">{lessonKinds[lesson.kind].word}: </span>
                    )}
                    <span>
                      {lesson.free_preview ? (
                        <Link
                          to={pathOf({ section: section.slug, lesson: lesson.slug })}
                          className={styles.freeLink}
                          aria-current={isPlaying(section.slug, lesson.slug) ? 'page' : undefined}
                        >
                          {lesson.title}
                        </Link>
                      ) : (
                        lesson.title
                      )}
                      {!lesson.required && ` · ${t.optional}`}
                    </span>
                  </span>
                  {lesson.free_preview ? (
                    <Chip tone="good">{isRehearsal(lesson) ? t.freeRehearsal : t.free}</Chip>
                  ) : (
                    <span />
                  )}
                  <span className={styles.time}>
                    {isRehearsal(lesson)
                      ? formatMinutes(REHEARSAL_MINUTES)
                      : lesson.duration_seconds > 0 && formatDuration(lesson.duration_seconds)}
                  </span>
                </li>
              ))}
            </ul>
          </details>
        ))}
      </div>
    </section>
  )
}

/** A free lab is a rehearsal in a simulated account; the actual lab requires the course. */
const isRehearsal = ({ free_preview, kind }: Course['sections'][number]['lessons'][number]) =>
  free_preview && kind === 'lab'
