import { useAtomValue } from 'jotai'
import { onlineAtom } from './app/page-state.ts'
import styles from './components.module.css'

/** Loading indicator of a whole screen: large, red and centred. It stops turning while offline, because nothing loads then. */
export function Spinner({ label = 'Loading' }: { label?: string }) {
  const isOnline = useAtomValue(onlineAtom)
  if (!isOnline)
    return (
      <div className={styles.page} role="status" data-loading>
        Waiting for your connection
      </div>
    )
  return (
    <div className={styles.page} role="status" data-loading>
      <span className={styles.ring} data-testid="spinner" />
      <span className="visually-hidden">{label}</span>
    </div>
  )
}
