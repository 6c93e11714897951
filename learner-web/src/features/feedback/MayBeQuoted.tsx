import type { FeedbackForm, QuoteName } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { Button } from '@flagyard/ui/Button'
import { FormError } from '@flagyard/ui/FormError'
import { Link } from '@flagyard/ui/Link'
import { quoteNames } from '@flagyard/ui/QuoteConsent'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { callQuery } from '../../lib/query.ts'
import { useAction } from '../../lib/useAction.ts'

/** The learner's quote permission, whether they are quoted, and a button to withdraw the permission. */
export function MayBeQuoted({ form: { course, is_quoted }, as }: { form: FeedbackForm; as: QuoteName }) {
  const cache = useQueryClient()
  const { run, isPending, error } = useAction()
  const withdraw = () =>
    run(async () => {
      const input = { course_slug: course.slug }
      cache.setQueryData(callQuery('getFeedbackForm', input).queryKey, await api.withdrawQuote(input))
      void cache.invalidateQueries({ queryKey: callQuery('getCourseReviews', { slug: course.slug }).queryKey })
    })
  return (
    <div className="stack">
      <p className="small">
        You let us quote what you wrote, with {quoteNames[as]}.{' '}
        {is_quoted ? (
          <>
            Some of it stands on <Link to={paths.course(course.slug)}>the page of the course</Link>.
          </>
        ) : (
          'Nothing of it is quoted now.'
        )}{' '}
        If you withdraw it, we never quote it again.
      </p>
      <FormError>{error}</FormError>
      <div>
        <Button size="small" busy={isPending} onClick={() => void withdraw()}>
          Do not quote me any more
        </Button>
      </div>
    </div>
  )
}
