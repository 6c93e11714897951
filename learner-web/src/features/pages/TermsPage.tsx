import { paths } from '@flagyard/api-types/links'
import { TERMS_VERSION } from '@flagyard/api-types/orders/terms'
import { Link } from '@flagyard/ui/Link'
import { formatUtcDate } from '../../lib/dates.ts'
import { Prose } from './Prose.tsx'

export default function TermsPage() {
  return (
    <Prose
      title="Terms"
      intro={`What you can expect from Flagyard, and what we expect from you, from ${formatUtcDate(TERMS_VERSION)} on. Short enough to read.`}
      sections={sections}
    />
  )
}

const sections = [
  {
    title: 'Your account',
    body: (
      <p>
        One account belongs to one person. Keep its password to yourself, give us an e-mail address where we can reach
        you, and tell us if you think someone else has used your account. The name on your account is the name on your
        certificates.
      </p>
    ),
  },
  {
    title: 'What the labs are for',
    body: (
      <>
        <p>
          Inside a lab you may attack everything that was built for it, as hard as you like. That permission ends at the
          edge of the lab: do not attack other learners, Flagyard itself, the cloud provider or anyone else.
        </p>
        <p>
          Do not use labs for mining, sending mail, scanning strangers or storing other people’s data. If you do, we end
          the lab right away, keep what we need to understand what happened, and may close your account.
        </p>
      </>
    ),
  },
  {
    title: 'Flags and exams',
    body: (
      <p>
        Find flags yourself, and do not share them. Many are made for you alone, so we notice a borrowed one. In an
        exam, do your own work, and do not publish its contents afterwards. We can revoke a certificate that was earned
        any other way, and its public page then says so.
      </p>
    ),
  },
  {
    title: 'Paying and getting money back',
    body: (
      <p>
        You see the price and its currency before you pay. You can return a course or bundle that you have barely
        started within 14 days, and a lab or exam until you first start it. If something fails on our side, we restore
        or refund it, whichever you prefer.
      </p>
    ),
  },
  {
    title: 'What we promise',
    body: (
      <p>
        We run the service with care, tell you when something is down, and never charge you for our own failures. We
        cannot promise that it will never stop. If we change these terms in a way that matters, we will tell you by
        e-mail beforehand.
      </p>
    ),
  },
  {
    title: 'Leaving',
    body: (
      <p>
        You can close your account at any time. What we keep afterwards, and why, is explained in the{' '}
        <Link to={paths.privacy}>privacy notice</Link>.
      </p>
    ),
  },
]
