import { Button } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { FormError } from '@flagyard/ui/Form'
import { api } from '../../lib/api.ts'
import { useSession } from '../../lib/session.ts'
import { useAction } from '../../lib/useAction.ts'
import * as t from '../../messages/en/users.ts'
import styles from './Profile.module.css'
import { useUpdateMe } from './useUpdateMe.ts'

/** Asks once for consent to product news, because consent must not be requested by e-mail. Hidden once answered. */
export function ProductNewsQuestion() {
  const session = useSession()
  const update = useUpdateMe()
  const { run, isPending, error } = useAction()
  if (!session?.user.product_news_unanswered || session.impersonation) return null
  const answer = (product: boolean) =>
    run(async () => {
      const { email_preferences } = await api.getMe()
      await update({ email_preferences: { ...email_preferences, product } }, product ? t.newsAccepted : t.newsDeclined)
    })
  return (
    <Card as="aside" className={styles.question}>
      <p>{t.newsQuestion}</p>
      <FormError>{error}</FormError>
      <div className="row">
        <Button size="small" busy={isPending} onClick={() => answer(true)}>
          {t.acceptNews}
        </Button>
        <Button variant="quiet" size="small" disabled={isPending} onClick={() => answer(false)}>
          {t.declineNews}
        </Button>
      </div>
    </Card>
  )
}
