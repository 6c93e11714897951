import { Button } from '@flagyard/ui/Button'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { formatDateTime } from '../../../lib/format.ts'
import { callQuery, queryClient } from '../../../lib/query.ts'
import { useSession } from '../../../lib/session.ts'
import { useAction } from '../../../lib/useAction.ts'
import { showSuccess } from '../../../shell/toasts.ts'
import styles from '../auth.module.css'

/** Warns that support is about to remove the second factor, with a button to stop it. Hidden if no removal is pending. */
export function FactorRemovalNotice() {
  const isOwn = !useSession()?.impersonation
  const { data } = useQuery({ ...callQuery('getMySecondFactor'), enabled: isOwn })
  const { run, isPending, error } = useAction()
  if (!isOwn || !data?.removal_at) return null
  const stop = () =>
    run(async () => {
      await api.stopMyFactorRemoval()
      showSuccess('The removal is stopped. You keep your second factor.')
      await queryClient.invalidateQueries(callQuery('getMySecondFactor'))
    })
  return (
    <section className={styles.removal} aria-label="Your second factor will be removed">
      <p>
        Our support was asked to remove your second factor because it was lost. It will be removed on{' '}
        <b>{formatDateTime(data.removal_at)}</b>. If you did not ask for this, stop it and choose a new password.
      </p>
      <div className="row">
        <Button variant="danger" busy={isPending} onClick={stop}>
          Stop the removal
        </Button>
      </div>
      {error && <p role="alert">{error}</p>}
    </section>
  )
}
