import { Button } from '@flagyard/ui/Button'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { formatDateTime } from '../../../lib/format.ts'
import { callQuery, queryClient } from '../../../lib/query.ts'
import { useSession } from '../../../lib/session.ts'
import { useAction } from '../../../lib/useAction.ts'
import * as t from '../../../messages/en/auth.ts'
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
      showSuccess(t.removalStopped)
      await queryClient.invalidateQueries(callQuery('getMySecondFactor'))
    })
  return (
    <section className={styles.removal} aria-label={t.removalLabel}>
      <p>{t.removalNotice({ removalAt: formatDateTime(data.removal_at) })}</p>
      <div className="row">
        <Button variant="danger" busy={isPending} onClick={stop}>
          {t.stopRemoval}
        </Button>
      </div>
      {error && <p role="alert">{error}</p>}
    </section>
  )
}
