import { Button } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { FormError } from '@flagyard/ui/Form'
import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue, useSetAtom } from 'jotai'
import { api } from '../../lib/api.ts'
import { useSession } from '../../lib/session.ts'
import { useAction } from '../../lib/useAction.ts'
import { toasts } from '../../shell/toasts.ts'
import styles from '../courses/CoursePage.module.css'
import { type VisitorLesson, visitorProgressAtom } from './visitor-progress.ts'

/** Offers to move progress made in this browser before sign-in to the account. Nothing is moved or discarded without a click. */
export function VisitorProgressOffer() {
  const session = useSession()
  const lessons = useAtomValue(visitorProgressAtom)
  if (!session?.user.is_active || session.impersonation || lessons.length === 0) return null
  return <Offer lessons={lessons} />
}

function Offer({ lessons }: { lessons: readonly VisitorLesson[] }) {
  const cache = useQueryClient()
  const setLessons = useSetAtom(visitorProgressAtom)
  const { run, isPending, error } = useAction()
  const keep = () =>
    run(async () => {
      const payload = lessons.map(({ receipt, position_seconds, intervals }) => ({
        receipt,
        position_seconds,
        intervals,
      }))
      const kept = await api.keepVisitorProgress({ visitorProgressPayload: { lessons: payload } })
      await Promise.all(
        ['getCourseProgress', 'listMyCourses'].map((call) => cache.invalidateQueries({ queryKey: [call] })),
      )
      setLessons([])
      toasts.show(
        kept.length > 0
          ? { type: 'success', content: 'Kept. What you watched is in your account now.' }
          : { type: 'info', content: 'There was nothing to keep: that lesson is no longer free.' },
      )
    })
  const [first] = lessons
  return (
    <Card as="aside" className={styles.invitation}>
      <p>
        {lessons.length === 1 ? (
          <>You watched “{first?.title}” as a visitor. Keep it?</>
        ) : (
          <>You watched {lessons.length} free lessons as a visitor. Keep them?</>
        )}
      </p>
      <FormError>{error}</FormError>
      <div className="row">
        <Button variant="primary" size="small" busy={isPending} onClick={keep}>
          Keep in my account
        </Button>
        <Button variant="quiet" size="small" disabled={isPending} onClick={() => setLessons([])}>
          Discard
        </Button>
      </div>
    </Card>
  )
}
