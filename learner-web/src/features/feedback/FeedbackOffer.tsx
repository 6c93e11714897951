import type { CourseProgress } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { Button, ButtonLink } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callQuery } from '../../lib/query.ts'
import { useSession } from '../../lib/session.ts'
import * as t from '../../messages/en/feedback.ts'
import { dismissOffer, isOfferDismissed, type Occasion } from './storage.ts'

/** Asks for feedback twice: during the course and at its end. “Not now” dismisses that request in this browser. */
export function FeedbackOffer({ progress }: { progress: CourseProgress }) {
  const session = useSession()
  if (!progress.feedback_due || !session || session.impersonation) return null
  const occasion = progress.completed_at ? 'at_the_end' : 'on_the_way'
  return <Offer key={occasion} progress={progress} user={session.user.id} occasion={occasion} />
}

function Offer({ progress, user, occasion }: { progress: CourseProgress; user: string; occasion: Occasion }) {
  const [isOff, setOff] = useState(() => isOfferDismissed(user, progress.slug, occasion))
  const { data: form } = useQuery({ ...callQuery('getFeedbackForm', { course_slug: progress.slug }), enabled: !isOff })
  if (isOff || form?.state !== 'open') return null
  const later = () => {
    dismissOffer(user, progress.slug, occasion)
    setOff(true)
  }
  return (
    <Card as="aside" className="stack">
      <h2 className="heading">{occasion === 'at_the_end' ? t.offerAtEnd : t.offerOnTheWay}</h2>
      <p className="small">{t.offer({ count: form.questions.length, course: progress.title })}</p>
      <div className="row">
        <ButtonLink to={paths.feedback(progress.slug)} variant="primary" size="small">
          {t.giveFeedback}
        </ButtonLink>
        <Button variant="quiet" size="small" onClick={later}>
          {t.notNow}
        </Button>
      </div>
    </Card>
  )
}
