import type { Course } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { Button, ButtonLink } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { countOf } from '@flagyard/ui/format'
import { Icon } from '@flagyard/ui/Icon'
import { Link } from '@flagyard/ui/Link'
import { useQuery } from '@tanstack/react-query'
import { accessText } from '../../lib/format.ts'
import { callQuery } from '../../lib/query.ts'
import { useSession } from '../../lib/session.ts'
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
      <p className={styles.price}>{progress?.enrolled ? 'Yours' : <PriceWithTax price={course.price} />}</p>
      <div className={styles.actions}>
        {progress?.enrolled ? (
          <ButtonLink to={paths.classroom(course.slug)} variant="primary">
            {progress.last_seen ? 'Continue learning' : 'Start learning'}
          </ButtonLink>
        ) : isLoading ? (
          // No offer until the response arrives, because the learner may already have the course.
          <Button variant="primary" busy>
            One moment
          </Button>
        ) : (
          <BuyButton kind="course" slug={course.slug} price={course.price} />
        )}
        <BuyForTeam kind="course" slug={course.slug} price={course.price} />
        {!progress?.enrolled && session && <ButtonLink to={paths.activateVoucher}>I have a voucher</ButtonLink>}
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
          <span>
            Exam: <Link to={paths.exam(course.exam.slug)}>{course.exam.title}</Link>
            {course.exam.bookable ? ', sold separately' : ', booking opens soon'}
          </span>
        </li>
      )}
    </OfferFacts>
  )
}

/** `13 lessons, 1 of them optional`. Progress and certificates count only the required ones. */
function lessonsText({ lessons, sections }: Course): string {
  const optional = sections.flatMap((section) => section.lessons).filter((lesson) => !lesson.required).length
  return optional === 0 ? countOf(lessons, 'lesson') : `${countOf(lessons, 'lesson')}, ${optional} of them optional`
}

function factsOf(course: Course): OfferFact[] {
  return [
    ...(course.estimated_hours > 0
      ? [{ icon: 'clock', text: `About ${countOf(course.estimated_hours, 'hour')}` } as const]
      : []),
    { icon: 'book', text: lessonsText(course) },
    { icon: 'flask', text: `${countOf(course.labs, 'lab')}, each in a cloud account of your own` },
    { icon: 'lock', text: accessText(course.access_days) },
    ...(course.certificate_type ? [{ icon: 'certificate', text: 'Certificate with a public page' } as const] : []),
  ]
}
