import type { Course } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { Button, ButtonLink } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Icon } from '@flagyard/ui/Icon'
import { Link } from '@flagyard/ui/Link'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { callQuery } from '../../lib/query.ts'
import { useSession } from '../../lib/session.ts'
import * as t from '../../messages/en/courses.ts'
import { BuyButton, BuyForTeam, PriceWithTax } from '../orders/BuyButton.tsx'
import { SharingCard } from '../seats/SharingCard.tsx'
import styles from './CoursePage.module.css'
import { type OfferFact, OfferFacts } from './OfferArticle.tsx'

export function CourseOffer({ course }: { course: Course }) {
  const session = useSession()
  const { data: progress, isLoading } = useQuery({
    ...callQuery('getCourseProgress', { slug: course.slug }),
    enabled: session?.user.is_active === true,
  })
  return (
    <Card as="aside" className={styles.offer}>
      <p className={styles.price}>{progress?.enrolled ? t.yours : <PriceWithTax price={course.price} />}</p>
      <div className={styles.actions}>
        {progress?.enrolled ? (
          <ButtonLink to={paths.classroom(course.slug)} variant="primary">
            {progress.last_seen ? t.continueLearning : t.startLearning}
          </ButtonLink>
        ) : isLoading ? (
          // No offer until the response arrives, because the learner may already have the course.
          <Button variant="primary" busy>
            {t.oneMoment}
          </Button>
        ) : (
          <BuyButton kind="course" slug={course.slug} price={course.price} />
        )}
        <BuyForTeam kind="course" slug={course.slug} price={course.price} />
        {!progress?.enrolled && session && <ButtonLink to={paths.activateVoucher}>{t.haveVoucher}</ButtonLink>}
      </div>
      <CourseFacts course={course} />
      {progress?.enrolled && <SharingCard slug={course.slug} />}
    </Card>
  )
}

export function CourseFacts({ course }: { course: Course }) {
  return (
    <OfferFacts facts={factsOf(course)}>
      {course.exam && (
        <li>
          <Icon name="flag" />
          <span>{examText(course.exam)}</span>
        </li>
      )}
    </OfferFacts>
  )
}

function examText({ slug, title, bookable }: NonNullable<Course['exam']>): ReactNode {
  const exam = (text: ReactNode) => <Link to={paths.exam(slug)}>{text}</Link>
  return bookable ? t.examSoldSeparately({ title, exam }) : t.examNotBookable({ title, exam })
}

/** `13 lessons, 1 of them optional`. Progress and certificates count only the required ones. */
function lessonsText({ lessons, sections }: Course): string {
  const optional = sections.flatMap((section) => section.lessons).filter((lesson) => !lesson.required).length
  return optional === 0 ? t.lessonCount({ count: lessons }) : t.lessonsWithOptional({ lessons, optional })
}

function factsOf(course: Course): OfferFact[] {
  return [
    ...(course.estimated_hours > 0
      ? [{ icon: 'clock', text: t.estimatedHours({ hours: course.estimated_hours }) } as const]
      : []),
    { icon: 'book', text: lessonsText(course) },
    { icon: 'flask', text: t.labCount({ labs: course.labs }) },
    {
      icon: 'lock',
      text: course.access_days === null ? t.accessWithoutEnd : t.accessFor({ days: course.access_days }),
    },
    ...(course.certificate_type ? [{ icon: 'certificate', text: t.publicCertificate } as const] : []),
  ]
}
