import type { Exam } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { ButtonLink } from '@flagyard/ui/Button'
import { Chip } from '@flagyard/ui/Chip'
import { Dialog, DialogActions } from '@flagyard/ui/Dialog'
import { errorMessage } from '@flagyard/ui/error-message'
import { Failed, Loading } from '@flagyard/ui/Feedback'
import { cloudNames, countOf, formatMinutes, formatMoney } from '@flagyard/ui/format'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../lib/query.ts'
import { RichText } from '../../shell/RichText.tsx'
import { useOwned } from '../orders/useOwned.ts'
import { DialogOffer } from './DialogOffer.tsx'
import { useSearchParamDialog } from './useSearchParamDialog.ts'

/** `?exam=slug`: the description and the rules of an exam, and its price, or the way to it. */
export function ExamDialog() {
  const { slug, close } = useSearchParamDialog('exam')
  const { data, error, refetch } = useQuery({ ...callQuery('getExam', { slug: slug ?? '' }), enabled: slug !== null })
  return (
    <Dialog open={slug !== null} title={data?.title ?? 'Exam'} onClose={close}>
      {error && <Failed what="this exam" why={errorMessage(error)} onRetry={() => void refetch()} />}
      {!error && !data && <Loading what="the exam" />}
      {data && (
        <>
          <div className="row">
            <Chip>{cloudNames[data.cloud]}</Chip>
            <Chip>{formatMinutes(data.duration_minutes)}</Chip>
            <Chip>{countOf(data.flags, 'flag')}</Chip>
            <Chip>
              Pass with {data.passing_points} of {data.total_points} points
            </Chip>
            <Chip>{countOf(data.attempts, 'attempt')}</Chip>
          </div>
          {!data.bookable && (
            <p>
              <strong>Booking opens soon.</strong> Until then, this exam is not for sale. Its price will be{' '}
              {formatMoney(data.price)}.
            </p>
          )}
          <RichText
            footer={
              <>
                {data.rules && (
                  <section className="stack">
                    <h3>Rules</h3>
                    <RichText>{data.rules}</RichText>
                  </section>
                )}
                <DialogActions>
                  <Offer exam={data} />
                </DialogActions>
              </>
            }
          >
            {data.description}
          </RichText>
        </>
      )}
    </Dialog>
  )
}

function Offer({ exam: { slug, price, bookable } }: { exam: Exam }) {
  const { owned, isPending } = useOwned()
  if (owned.exams.has(slug))
    return (
      <>
        <span className="muted">This exam is yours.</span>
        <ButtonLink to={paths.examroom(slug)} variant="primary">
          Go to your exam
        </ButtonLink>
      </>
    )
  return bookable && <DialogOffer kind="exam" slug={slug} price={price} isPending={isPending} />
}
