import type { CourseDetails, CourseProgress } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { ButtonLink } from '@flagyard/ui/Button'
import { Icon } from '@flagyard/ui/Icon'
import { Link } from '@flagyard/ui/Link'
import * as t from '../../messages/en/progress.ts'
import { SectionCard } from '../../shell/sections.tsx'
import styles from './Classroom.module.css'
import { countRequired, findLessonProgress, type LessonInSection } from './lesson-ref.ts'

interface Props {
  course: CourseDetails
  progress: CourseProgress
  current: LessonInSection
}

/** A lesson whose section is locked: the lessons that unlock it, and a link to the next lesson to take. */
export function ClosedSection({ course, progress, current: { section, lesson } }: Props) {
  const before = course.sections.find(({ slug }) => slug === section.opens_after)
  return (
    <article className={styles.article}>
      <h1 className={styles.title}>{lesson.title}</h1>
      <SectionCard
        className={styles.closed}
        title={
          <>
            <Icon name="lock" size={18} /> {t.sectionNotOpen}
          </>
        }
      >
        {before ? (
          <UnlockRule course={course} progress={progress} lockedTitle={section.title} section={before} />
        ) : (
          <p>{t.sectionNotOpenText({ title: section.title })}</p>
        )}
        {progress.resume && (
          <p>
            <ButtonLink variant="primary" to={paths.lesson(course.slug, progress.resume)}>
              {t.continueWithNext}
            </ButtonLink>
          </p>
        )}
      </SectionCard>
    </article>
  )
}

interface UnlockRuleProps {
  course: CourseDetails
  progress: CourseProgress
  lockedTitle: string
  section: CourseDetails['sections'][number]
}

function UnlockRule({ course, progress, lockedTitle, section }: UnlockRuleProps) {
  const { completed, required } = countRequired(section, progress)
  return (
    <>
      <p>{t.opensAfterLessons({ lockedTitle, title: section.title, completed, required })}</p>
      <ul className={styles.rules}>
        {section.lessons
          .filter((lesson) => lesson.required)
          .map((lesson) => {
            const ref = { section: section.slug, lesson: lesson.slug }
            const isDone = Boolean(findLessonProgress(progress, ref)?.completed_at)
            return (
              <li key={lesson.slug} className={isDone ? styles.met : undefined}>
                <Icon name={isDone ? 'check' : 'minus'} size={18} />
                <Link to={paths.lesson(course.slug, ref)}>{lesson.title}</Link>
                <span className="visually-hidden">{` ${isDone ? t.completeMark : t.notCompleteMark}`}</span>
              </li>
            )
          })}
      </ul>
    </>
  )
}
