import { paths } from '@flagyard/api-types/links'
import { Link } from '@flagyard/ui/Link'
import { Prose } from './Prose.tsx'

export default function TermsPage() {
  return (
    <Prose
      title="Terms"
      intro="What you can expect from Flagyard, and what we expect from you. Kept short, so that you can read it."
      sections={sections}
    />
  )
}

const sections = [
  {
    title: 'Your account',
    body: (
      <p>
        One account belongs to one person. Keep its password to yourself, give us an e-mail address that reaches you,
        and tell us if you think that somebody else has used it. The name on your account is the name on your
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
          edge of the lab: not other learners, not Flagyard itself, not the cloud provider, not the rest of the world.
        </p>
        <p>
          Labs are not for mining, sending mail, scanning strangers or storing other people’s data. We end such a lab at
          once, keep what is needed to understand it, and may close the account.
        </p>
      </>
    ),
  },
  {
    title: 'Flags and exams',
    body: (
      <p>
        Flags are found, not shared. Many are made for you alone, so a borrowed one is noticed. During an exam the work
        is yours; afterwards, do not publish its contents. A certificate earned otherwise can be revoked, and its public
        page then says so.
      </p>
    ),
  },
  {
    title: 'Paying and getting money back',
    body: (
      <p>
        Prices are shown before you pay, with the currency. A course or bundle that you have hardly begun can be
        returned within 14 days; labs and exams until they are first started. What failed on our side is restored or
        refunded, whichever you prefer.
      </p>
    ),
  },
  {
    title: 'What we promise',
    body: (
      <p>
        We keep the service running with care, say so when it is not, and never charge you for our own failures. We
        cannot promise that it never stops. If we change these terms in a way that matters, we will tell you by e-mail
        beforehand.
      </p>
    ),
  },
  {
    title: 'Leaving',
    body: (
      <p>
        You can close your account at any time; what we keep afterwards, and why, is in the{' '}
        <Link to={paths.privacy}>privacy notice</Link>.
      </p>
    ),
  },
]
