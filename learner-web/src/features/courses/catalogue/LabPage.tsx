import type { PublicLab } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { REHEARSAL_MINUTES } from '@flagyard/api-types/shell/operations'
import { ButtonLink } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Chip } from '@flagyard/ui/Chip'
import { Loading } from '@flagyard/ui/Feedback'
import { accountNames, cloudNames, countOf, formatMinutes, levelNames } from '@flagyard/ui/format'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../../lib/query.ts'
import { labPath } from '../../../lib/record-paths.ts'
import { useTitle } from '../../../shell/Page.tsx'
import { RichText } from '../../../shell/RichText.tsx'
import { useOwned } from '../../orders/product.ts'
import { FailedPage } from '../../pages/NotFoundPage.tsx'
import { LabPreview } from '../LabPreview.tsx'
import { OfferArticle, type OfferFact, OfferList } from '../OfferArticle.tsx'
import { BackToCatalogue, BelongsTo, ownAccounts, SingleOffer } from './SingleOffer.tsx'

/** `/courses?lab=slug`: a lab's description and price, or a link to it for owners. */
export default function LabPage({ slug }: { slug: string }) {
  const { data: lab, error, refetch } = useQuery(callQuery('getLab', { slug }))
  useTitle(lab?.title ?? 'Lab')
  if (error) return <FailedPage title="Lab" what="this lab" error={error} onRetry={() => void refetch()} />
  if (!lab) return <Loading what="the lab" />
  return (
    <OfferArticle
      slug={lab.slug}
      title={lab.title}
      chips={
        <>
          <Chip>Lab</Chip>
          <Chip>{levelNames[lab.difficulty]}</Chip>
          <Chip>{cloudNames[lab.cloud]}</Chip>
        </>
      }
      back={<BackToCatalogue />}
      offer={<Offer lab={lab} />}
    >
      {lab.rehearsal && (
        <Card as="section" className="stack">
          <h2>Try it first</h2>
          <p>Rehearse this lab in a simulated account, without signing up.</p>
          <ButtonLink to={paths.freeLesson(lab.rehearsal.course, lab.rehearsal)}>
            Free rehearsal · {formatMinutes(REHEARSAL_MINUTES)}
          </ButtonLink>
        </Card>
      )}
      <section className="stack">
        <h2>About this lab</h2>
        <RichText>{lab.description}</RichText>
      </section>
      <OfferList title="What you get" items={whatYouGet(lab)} />
      <section className="stack">
        <h2>How it starts</h2>
        <LabPreview lab={lab} />
        <p className="small muted">An example of a lab that is being built. Yours shows each step as it happens.</p>
      </section>
      <OfferList title="Before you start" items={whatYouNeed(lab)} />
      <BelongsTo title="The course that teaches it" courses={lab.courses} />
    </OfferArticle>
  )
}

function whatYouGet({ cloud, duration_minutes, flags, points, extensions, extension_minutes, ...lab }: PublicLab) {
  return [
    `For ${formatMinutes(duration_minutes)}, ${ownAccounts[cloud]}, wiped before the next learner`,
    `${countOf(flags, 'flag')} to find, worth ${countOf(points, 'point')}`,
    ...(extensions > 0
      ? [`${countOf(extensions, 'extension')} of ${formatMinutes(extension_minutes)}, if you need longer`]
      : []),
    ...(lab.resets > 0 ? [`${countOf(lab.resets, 'reset')}, if you want to begin again`] : []),
    ...(lab.downloads > 0 ? [`${countOf(lab.downloads, 'file')} to download`] : []),
  ]
}

const whatYouNeed = ({ cloud, asks_for }: PublicLab) => [
  `A browser. You do not need an account with ${cloudNames[cloud]}, and pay nothing there`,
  ...asks_for.map((label) => `The lab asks you for: ${label}`),
]

function Offer({ lab }: { lab: PublicLab }) {
  const { owned, isPending } = useOwned()
  const mine = owned.labs.get(lab.slug)
  return (
    <SingleOffer
      kind="lab"
      slug={lab.slug}
      price={lab.price}
      notForSale="This lab is not sold separately. It comes with its course."
      mine={
        mine && {
          text: mine.single ? 'This lab is yours.' : 'This lab is part of one of your courses.',
          label: 'Go to the lab',
          to: labPath(mine),
        }
      }
      isPending={isPending}
      facts={factsOf(lab)}
    />
  )
}

const factsOf = (lab: PublicLab): OfferFact[] => [
  { icon: 'cloud', text: `${accountNames[lab.cloud]} included` },
  { icon: 'clock', text: `Runs for ${formatMinutes(lab.duration_minutes)}` },
  { icon: 'flag', text: `${countOf(lab.flags, 'flag')}, ${countOf(lab.points, 'point')}` },
  { icon: 'lock', text: `Access for ${countOf(lab.access_days, 'day')} from the first start` },
]
