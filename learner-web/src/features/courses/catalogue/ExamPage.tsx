import type { PublicExam } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { Chip } from '@flagyard/ui/Chip'
import { Loading } from '@flagyard/ui/Feedback'
import { cloudNames, formatMinutes, formatPrice } from '@flagyard/ui/format'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../../lib/query.ts'
import * as t from '../../../messages/en/courses.ts'
import { useTitle } from '../../../shell/Page.tsx'
import { RichText } from '../../../shell/RichText.tsx'
import { useOwned } from '../../orders/product.ts'
import { FailedPage } from '../../pages/NotFoundPage.tsx'
import { OfferArticle, type OfferFact, OfferList, SampleCertificate } from '../OfferArticle.tsx'
import { BackToCatalogue, BelongsTo, SingleOffer } from './SingleOffer.tsx'

/** `/courses?exam=slug`: an exam's content, booking, rules and price, or a link to it for owners. */
export default function ExamPage({ slug }: { slug: string }) {
  const { data: exam, error, refetch } = useQuery(callQuery('getExam', { slug }))
  useTitle(exam?.title ?? t.exam)
  if (error) return <FailedPage title={t.exam} what={t.thisExam} error={error} onRetry={() => void refetch()} />
  if (!exam) return <Loading what={t.theExam} />
  return (
    <OfferArticle
      slug={exam.slug}
      title={exam.title}
      chips={
        <>
          <Chip>{t.exam}</Chip>
          <Chip>{cloudNames[exam.cloud]}</Chip>
          {!exam.bookable && <Chip tone="info">{t.bookingOpensSoon}</Chip>}
        </>
      }
      back={<BackToCatalogue />}
      offer={<Offer exam={exam} />}
    >
      <section className="stack">
        <h2>{t.aboutExam}</h2>
        <RichText>{exam.description}</RichText>
      </section>
      <OfferList title={t.howItWorks} items={howItWorks(exam)} />
      {exam.rules && (
        <section className="stack">
          <h2>{t.rules}</h2>
          <RichText>{exam.rules}</RichText>
        </section>
      )}
      {exam.certificate_title !== null && <SampleCertificate type="arte" title={exam.certificate_title} />}
      <BelongsTo title={t.preparingCourse} courses={exam.course === null ? [] : [exam.course]} />
    </OfferArticle>
  )
}

function howItWorks(exam: PublicExam): string[] {
  const { cloud, duration_minutes, flags, total_points, passing_points, attempts, resets, cooldown_days } = exam
  const [days] = cooldown_days
  return [
    t.bookHour,
    t.examContent({ time: formatMinutes(duration_minutes), cloud, flags, points: total_points }),
    t.passingPoints({ points: passing_points }),
    attempts > 1 && days ? t.attemptsWithPause({ attempts, days }) : t.attempts({ attempts }),
    ...(exam.reschedules > 0 ? [t.reschedules({ count: exam.reschedules, hours: exam.reschedule_until_hours })] : []),
    ...(resets > 0 ? [t.examResets({ resets })] : []),
  ]
}

function Offer({ exam }: { exam: PublicExam }) {
  const { owned, isPending } = useOwned()
  return (
    <SingleOffer
      kind="exam"
      slug={exam.slug}
      price={exam.bookable ? exam.price : null}
      notForSale={t.notBookable({ price: formatPrice(exam.price) })}
      mine={
        owned.exams.has(exam.slug) ? { text: t.examOwned, label: t.goToExam, to: paths.examroom(exam.slug) } : undefined
      }
      isPending={isPending}
      facts={factsOf(exam)}
    />
  )
}

const factsOf = (exam: PublicExam): OfferFact[] => [
  { icon: 'clock', text: formatMinutes(exam.duration_minutes) },
  { icon: 'flag', text: t.passWith({ passing: exam.passing_points, total: exam.total_points }) },
  { icon: 'cloud', text: t.accountIncluded({ cloud: exam.cloud }) },
  ...(exam.certificate_title === null
    ? []
    : [{ icon: 'certificate', text: t.certificateOf({ title: exam.certificate_title }) } as const]),
]
