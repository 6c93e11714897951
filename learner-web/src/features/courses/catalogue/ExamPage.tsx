import type { PublicExam } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { Chip } from '@flagyard/ui/Chip'
import { Loading } from '@flagyard/ui/Feedback'
import { accountNames, cloudNames, countOf, formatMinutes, formatPrice } from '@flagyard/ui/format'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../../lib/query.ts'
import { useTitle } from '../../../shell/Page.tsx'
import { RichText } from '../../../shell/RichText.tsx'
import { useOwned } from '../../orders/product.ts'
import { FailedPage } from '../../pages/NotFoundPage.tsx'
import { OfferArticle, type OfferFact, OfferList, SampleCertificate } from '../OfferArticle.tsx'
import { BackToCatalogue, BelongsTo, ownAccounts, SingleOffer } from './SingleOffer.tsx'

/** `/courses?exam=slug`: an exam's content, booking, rules and price, or a link to it for owners. */
export default function ExamPage({ slug }: { slug: string }) {
  const { data: exam, error, refetch } = useQuery(callQuery('getExam', { slug }))
  useTitle(exam?.title ?? 'Exam')
  if (error) return <FailedPage title="Exam" what="this exam" error={error} onRetry={() => void refetch()} />
  if (!exam) return <Loading what="the exam" />
  return (
    <OfferArticle
      slug={exam.slug}
      title={exam.title}
      chips={
        <>
          <Chip>Exam</Chip>
          <Chip>{cloudNames[exam.cloud]}</Chip>
          {!exam.bookable && <Chip tone="info">Booking opens soon</Chip>}
        </>
      }
      back={<BackToCatalogue />}
      offer={<Offer exam={exam} />}
    >
      <section className="stack">
        <h2>About this exam</h2>
        <RichText>{exam.description}</RichText>
      </section>
      <OfferList title="How it works" items={howItWorks(exam)} />
      {exam.rules && (
        <section className="stack">
          <h2>Rules</h2>
          <RichText>{exam.rules}</RichText>
        </section>
      )}
      {exam.certificate_title !== null && <SampleCertificate type="arte" title={exam.certificate_title} />}
      <BelongsTo title="The course that prepares you" courses={exam.course === null ? [] : [exam.course]} />
    </OfferArticle>
  )
}

function howItWorks(exam: PublicExam): string[] {
  const { cloud, duration_minutes, flags, total_points, passing_points, attempts, resets } = exam
  return [
    'Book an hour that suits you, in your own time zone',
    `${formatMinutes(duration_minutes)} in ${ownAccounts[cloud]}: ${countOf(flags, 'flag')}, ${countOf(total_points, 'point')}`,
    `You pass with ${countOf(passing_points, 'point')}`,
    `${countOf(attempts, 'attempt')} for one price${pauses(exam)}`,
    ...(exam.reschedules > 0
      ? [
          `You can move your date ${timesOf(exam.reschedules)}, until ${countOf(exam.reschedule_until_hours, 'hour')} before it`,
        ]
      : []),
    ...(resets > 0 ? [`${countOf(resets, 'reset')} of the environment, and the flags you solved stay solved`] : []),
  ]
}

/** `, with at least 14 days after the first`. */
function pauses({ attempts, cooldown_days: [days] }: PublicExam): string {
  return attempts > 1 && days ? `, with at least ${countOf(days, 'day')} after the first` : ''
}

const timesOf = (count: number) => (count === 1 ? 'once' : countOf(count, 'time'))

function Offer({ exam }: { exam: PublicExam }) {
  const { owned, isPending } = useOwned()
  return (
    <SingleOffer
      kind="exam"
      slug={exam.slug}
      price={exam.bookable ? exam.price : null}
      notForSale={`Booking opens soon. Until then, this exam is not for sale. Its price will be ${formatPrice(exam.price)}.`}
      mine={
        owned.exams.has(exam.slug)
          ? { text: 'This exam is yours.', label: 'Go to your exam', to: paths.examroom(exam.slug) }
          : undefined
      }
      isPending={isPending}
      facts={factsOf(exam)}
    />
  )
}

const factsOf = (exam: PublicExam): OfferFact[] => [
  { icon: 'clock', text: formatMinutes(exam.duration_minutes) },
  { icon: 'flag', text: `Pass with ${exam.passing_points} of ${countOf(exam.total_points, 'point')}` },
  { icon: 'cloud', text: `${accountNames[exam.cloud]} included` },
  ...(exam.certificate_title === null
    ? []
    : [{ icon: 'certificate', text: `Certificate: ${exam.certificate_title}` } as const]),
]
