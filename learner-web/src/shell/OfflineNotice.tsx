import { onlineAtom } from '@flagyard/ui/online'
import { useAtomValue } from 'jotai'
import styles from './OfflineNotice.module.css'

/** A calm bar while the connection is gone. What waits for it loads by itself afterwards. */
export function OfflineNotice() {
  const isOnline = useAtomValue(onlineAtom)
  // Always in the page, so that the sentence which appears in it is read out.
  return (
    <div role="status" className={styles.notice}>
      {!isOnline && <p>You are offline. What you see stays, and the rest loads once you are connected again.</p>}
    </div>
  )
}
