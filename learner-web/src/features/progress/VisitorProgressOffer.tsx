import { Button } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { FormError } from '@flagyard/ui/Form'
import { useAtomValue, useSetAtom } from 'jotai'
import { api } from '../../lib/api.ts'
import { queryClient } from '../../lib/query.ts'
import { useSession } from '../../lib/session.ts'
import { useAction } from '../../lib/useAction.ts'
import * as t from '../../messages/en/progress.ts'
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
  const setLessons = useSetAtom(visitorProgressAtom)
  const { run, isPending, error } = useAction()
  const save = () =>
    run(async () => {
      const payload = lessons.map(({ receipt, position_seconds, intervals }) => ({
        receipt,
        position_seconds,
        intervals,
      }))
      const saved = await api.keepVisitorProgress({ visitorProgressPayload: { lessons: payload } })
      await Promise.all(
        ['getCourseProgress', 'listMyCourses'].map((call) => queryClient.invalidateQueries({ queryKey: [call] })),
      )
      setLessons([])
      toasts.show(
        saved.length > 0
          ? { type: 'success', content: t.visitorProgressSaved }
          : { type: 'info', content: t.visitorProgressNotSaved },
      )
    })
  const [first] = lessons
  return (
    <Card as="aside" className={styles.invitation}>
      <p>{t.watchedBeforeSignIn({ count: lessons.length, title: first?.title ?? '' })}</p>
      <FormError>{error}</FormError>
      <div className="row">
        <Button variant="primary" size="small" busy={isPending} onClick={save}>
          {t.saveToMyAccount}
        </Button>
        <Button variant="quiet" size="small" disabled={isPending} onClick={() => setLessons([])}>
          {t.discard}
        </Button>
      </div>
    </Card>
  )
}
