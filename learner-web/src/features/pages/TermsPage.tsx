import { TERMS_VERSION } from '@flagyard/api-types/orders/terms'
import { terms } from '@flagyard/api-types/site-texts'
import { siteName } from '@flagyard/ui/brand'
import { formatUtcDate } from '../../lib/format.ts'
import { Prose } from './Prose.tsx'

export default function TermsPage() {
  return (
    <Prose
      title="Terms"
      intro={`What you can expect from ${siteName}, and what we expect from you, from ${formatUtcDate(TERMS_VERSION)} on. Short enough to read.`}
      sections={terms}
    />
  )
}
