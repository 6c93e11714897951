import type { FeedbackForm } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { ButtonLink } from '@flagyard/ui/Button'

export function BackToCourse({ form: { course } }: { form: FeedbackForm }) {
  return (
    <ButtonLink to={paths.classroom(course.slug)} variant="primary">
      Back to the course
    </ButtonLink>
  )
}
