import { onlineAtom } from '@flagyard/ui/online'
import { useAtomValue } from 'jotai'
import styles from './OfflineNotice.module.css'

/** Notice while offline. Pending requests continue automatically after that. */
export function OfflineNotice() {
  const isOnline = useAtomValue(onlineAtom)
  // Always in the DOM, so that screen readers announce the message when it appears.
  return (
    <div role="status" className={styles.notice}>
      {!isOnline && <p>You are offline. What you see stays, and the rest loads once you are connected again.</p>}
    </div>
  )
}
