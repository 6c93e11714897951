import { Chip } from '@flagyard/ui/Chip'
import { Dialog } from '@flagyard/ui/Dialog'
import { errorMessage } from '@flagyard/ui/error-message'
import { Failed, Loading } from '@flagyard/ui/Feedback'
import { cloudNames, countOf, formatMinutes, formatMoney } from '@flagyard/ui/format'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../lib/query.ts'
import { RichText } from '../../shell/RichText.tsx'
import { BuyButton } from '../orders/BuyButton.tsx'
import { useSearchParamDialog } from './useSearchParamDialog.ts'

/** `?exam=slug`: the description and the rules of an exam, and a button to buy it. */
export function ExamDialog() {
  const { slug, close } = useSearchParamDialog('exam')
  const { data, error, refetch } = useQuery({ ...callQuery('getExam', { slug: slug ?? '' }), enabled: slug !== null })
  return (
    <Dialog
      open={slug !== null}
      title={data?.title ?? 'Exam'}
      onClose={close}
      actions={data?.bookable && <BuyButton kind="exam" slug={data.slug} price={data.price} />}
    >
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
          <RichText>{data.description}</RichText>
          {data.rules && (
            <section className="stack">
              <h3>Rules</h3>
              <RichText>{data.rules}</RichText>
            </section>
          )}
        </>
      )}
    </Dialog>
  )
}
