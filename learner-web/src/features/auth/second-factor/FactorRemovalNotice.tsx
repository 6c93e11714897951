import { Button } from '@flagyard/ui/Button'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { callQuery } from '../../../lib/query.ts'
import { useSession } from '../../../lib/session.ts'
import { useAction } from '../../../lib/useAction.ts'
import { toasts } from '../../../shell/toasts.ts'
import styles from '../auth.module.css'

/** Warns that support is about to remove the second factor, with a button to stop it. Hidden if no removal is pending. */
export function FactorRemovalNotice() {
  const isOwn = !useSession()?.impersonation
  const cache = useQueryClient()
  const { data } = useQuery({ ...callQuery('getMySecondFactor'), enabled: isOwn })
  const { run, isPending, error } = useAction()
  if (!isOwn || !data?.removal_at) return null
  const stop = () =>
    run(async () => {
      await api.stopMyFactorRemoval()
      toasts.show({ type: 'success', content: 'It is stopped, and your second factor stays.' })
      await cache.invalidateQueries(callQuery('getMySecondFactor'))
    })
  return (
    <section className={styles.removal} aria-label="Your second factor will be removed">
      <p>
        Our support was asked to remove your second factor, because it was lost. It happens on{' '}
        <b>{momentOf(data.removal_at)}</b>. If you did not ask for it, stop it, and choose a new password.
      </p>
      <div className="row">
        <Button variant="danger" busy={isPending} onClick={stop}>
          This was not me: stop it
        </Button>
      </div>
      {error && <p role="alert">{error}</p>}
    </section>
  )
}

const momentOf = (at: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' }).format(new Date(at))
