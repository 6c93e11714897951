import type { Course } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'
import { cloudNames, levelNames } from '@flagyard/ui/format'
import type { ReactNode } from 'react'
import { languageName } from '../../lib/format.ts'
import { RichText } from '../../shell/RichText.tsx'
import type { LessonRef } from '../progress/lesson-ref.ts'
import { CourseOutline } from './CourseOutline.tsx'
import { Instructors } from './Instructors.tsx'
import { OfferArticle, OfferList } from './OfferArticle.tsx'
import { SampleCertificate } from './SampleCertificate.tsx'

interface Props {
  course: Course
  /** The free lesson that is open on this page. */
  playing?: LessonRef | undefined
  /** Path that opens a free lesson. */
  pathOf: (lesson: LessonRef) => string
  above?: ReactNode
  /** Shown after the course's own content. */
  below?: ReactNode
  offer: ReactNode
}

/** Public description of a course. */
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
          {course.status === 'beta' && <Chip tone="info">Beta</Chip>}
        </>
      }
      above={above}
      offer={offer}
    >
      <OfferList title="What you will be able to do" items={course.outcomes} />
      <section className="stack">
        <h2>About this course</h2>
        <RichText>{course.description}</RichText>
      </section>
      <CourseOutline course={course} playing={playing} pathOf={pathOf} />
      <OfferList title="Before you start" items={course.prerequisites} />
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
