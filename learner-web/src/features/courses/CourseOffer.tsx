import type { Course } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { Button, ButtonLink } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { countOf, formatMoney } from '@flagyard/ui/format'
import { Icon, type IconName } from '@flagyard/ui/Icon'
import { Link } from '@flagyard/ui/Link'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../lib/query.ts'
import { useSession } from '../../lib/session.ts'
import { BuyButton } from '../orders/BuyButton.tsx'
import styles from './CoursePage.module.css'

/** The price of the course with a button to buy it, or a button to continue for those who have it. */
export function CourseOffer({ course }: { course: Course }) {
  const session = useSession()
  const { data: progress, isLoading } = useQuery({
    ...callQuery('getCourseProgress', { slug: course.slug }),
    enabled: session?.user.is_active === true,
  })
  return (
    <Card as="aside" className={styles.offer}>
      <p className={styles.price}>{progress?.enrolled ? 'Yours' : formatMoney(course.price)}</p>
      <div className={styles.actions}>
        {progress?.enrolled ? (
          <ButtonLink to={paths.classroom(course.slug)} variant="primary">
            {progress.last_seen ? 'Continue learning' : 'Start learning'}
          </ButtonLink>
        ) : isLoading ? (
          // Until the answer is there, nobody is offered a course that they may already have.
          <Button variant="primary" busy>
            One moment
          </Button>
        ) : (
          <BuyButton kind="course" slug={course.slug} price={course.price} />
        )}
        {!progress?.enrolled && session && <ButtonLink to={paths.activateVoucher}>I have a voucher</ButtonLink>}
      </div>
      <ul className={styles.facts}>
        {factsOf(course).map(({ icon, text }) => (
          <li key={text}>
            <Icon name={icon} />
            {text}
          </li>
        ))}
        {course.exam && (
          <li>
            <Icon name="flag" />
            <span>
              Exam: <Link to={paths.exam(course.exam.slug)}>{course.exam.title}</Link>
              {course.exam.bookable ? ', sold separately' : ', booking opens soon'}
            </span>
          </li>
        )}
      </ul>
    </Card>
  )
}

function factsOf(course: Course): { icon: IconName; text: string }[] {
  return [
    { icon: 'clock', text: `About ${course.estimated_hours} hours` },
    { icon: 'book', text: countOf(course.lessons, 'lesson') },
    { icon: 'flask', text: `${countOf(course.labs, 'lab')} in real cloud accounts` },
    {
      icon: 'lock',
      text:
        course.access_days === null ? 'Access without an end date' : `Access for ${countOf(course.access_days, 'day')}`,
    },
    ...(course.certificate_type ? [{ icon: 'certificate', text: 'Certificate with a public page' } as const] : []),
  ]
}
