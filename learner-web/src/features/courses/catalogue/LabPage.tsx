import type { PublicLab } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { REHEARSAL_MINUTES } from '@flagyard/api-types/shell/operations'
import { ButtonLink } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Chip } from '@flagyard/ui/Chip'
import { Loading } from '@flagyard/ui/Feedback'
import { cloudNames, formatMinutes, levelNames } from '@flagyard/ui/format'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../../lib/query.ts'
import { labPath } from '../../../lib/record-paths.ts'
import * as t from '../../../messages/en/courses.ts'
import { useTitle } from '../../../shell/Page.tsx'
import { RichText } from '../../../shell/RichText.tsx'
import { useOwned } from '../../orders/product.ts'
import { FailedPage } from '../../pages/NotFoundPage.tsx'
import { LabPreview } from '../LabPreview.tsx'
import { OfferArticle, type OfferFact, OfferList } from '../OfferArticle.tsx'
import { BackToCatalogue, BelongsTo, SingleOffer } from './SingleOffer.tsx'

/** `/courses?lab=slug`: a lab's description and price, or a link to it for owners. */
export default function LabPage({ slug }: { slug: string }) {
  const { data: lab, error, refetch } = useQuery(callQuery('getLab', { slug }))
  useTitle(lab?.title ?? t.lab)
  if (error) return <FailedPage title={t.lab} what={t.thisLab} error={error} onRetry={() => void refetch()} />
  if (!lab) return <Loading what={t.theLab} />
  return (
    <OfferArticle
      slug={lab.slug}
      title={lab.title}
      chips={
        <>
          <Chip>{t.lab}</Chip>
          <Chip>{levelNames[lab.difficulty]}</Chip>
          <Chip>{cloudNames[lab.cloud]}</Chip>
        </>
      }
      back={<BackToCatalogue />}
      offer={<Offer lab={lab} />}
    >
      {lab.rehearsal && (
        <Card as="section" className="stack">
          <h2>{t.rehearsalTitle}</h2>
          <p>{t.rehearsalText}</p>
          <ButtonLink to={paths.freeLesson(lab.rehearsal.course, lab.rehearsal)}>
            {t.freeRehearsalTime({ time: formatMinutes(REHEARSAL_MINUTES) })}
          </ButtonLink>
        </Card>
      )}
      <section className="stack">
        <h2>{t.aboutLab}</h2>
        <RichText>{lab.description}</RichText>
      </section>
      <OfferList title={t.whatYouGet} items={whatYouGet(lab)} />
      <section className="stack">
        <h2>{t.startTitle}</h2>
        <LabPreview lab={lab} />
        <p className="small muted">{t.startNote}</p>
      </section>
      <OfferList title={t.beforeYouStart} items={whatYouNeed(lab)} />
      <BelongsTo title={t.teachingCourse} courses={lab.courses} />
    </OfferArticle>
  )
}

function whatYouGet({ cloud, duration_minutes, flags, points, extensions, extension_minutes, ...lab }: PublicLab) {
  return [
    t.labAccount({ time: formatMinutes(duration_minutes), cloud }),
    t.flagsToFind({ flags, points }),
    ...(extensions > 0 ? [t.extensions({ extensions, time: formatMinutes(extension_minutes) })] : []),
    ...(lab.resets > 0 ? [t.labResets({ resets: lab.resets })] : []),
    ...(lab.downloads > 0 ? [t.downloads({ files: lab.downloads })] : []),
  ]
}

const whatYouNeed = ({ cloud, asks_for }: PublicLab) => [
  t.needsBrowser({ cloud: cloudNames[cloud] }),
  ...asks_for.map((label) => t.asksFor({ label })),
]

function Offer({ lab }: { lab: PublicLab }) {
  const { owned, isPending } = useOwned()
  const mine = owned.labs.get(lab.slug)
  return (
    <SingleOffer
      kind="lab"
      slug={lab.slug}
      price={lab.price}
      notForSale={t.notSoldSeparately}
      mine={
        mine && {
          text: mine.single ? t.labOwned : t.labPartOfCourse,
          label: t.goToLab,
          to: labPath(mine),
        }
      }
      isPending={isPending}
      facts={factsOf(lab)}
    />
  )
}

const factsOf = (lab: PublicLab): OfferFact[] => [
  { icon: 'cloud', text: t.accountIncluded({ cloud: lab.cloud }) },
  { icon: 'clock', text: t.runsFor({ time: formatMinutes(lab.duration_minutes) }) },
  { icon: 'flag', text: t.flagsAndPoints({ flags: lab.flags, points: lab.points }) },
  { icon: 'lock', text: t.labAccess({ days: lab.access_days }) },
]
