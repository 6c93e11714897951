import { CookieNotice } from '@flagyard/ui/CookieNotice'
import { acceptCookies, consentAtom } from '@flagyard/ui/consent'
import { useAtomValue } from 'jotai'
import styles from './Notices.module.css'

/** Cookie notice at the bottom of the window, for visitors who enter the site through the console. */
export default function Notices() {
  if (useAtomValue(consentAtom) !== false) return null
  return (
    <div className={styles.edge}>
      <CookieNotice onAccept={acceptCookies} />
    </div>
  )
}
