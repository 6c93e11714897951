import { CookieNotice } from '@flagyard/ui/CookieNotice'
import { acceptCookies, consentStore } from '@flagyard/ui/consent'
import { useStore } from '@flagyard/ui/store'
import styles from './Notices.module.css'

/** Cookie notice of the site at the bottom of the window, for those who enter by the console. */
export default function Notices() {
  if (useStore(consentStore) !== false) return null
  return (
    <div className={styles.edge}>
      <CookieNotice onAccept={acceptCookies} />
    </div>
  )
}
