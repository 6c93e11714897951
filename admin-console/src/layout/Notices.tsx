import Banners from '@flagyard/ui/Banners'
import { CookieNotice } from '@flagyard/ui/CookieNotice'
import { acceptCookies, consentAtom } from '@flagyard/ui/consent'
import { openDialogsAtom } from '@flagyard/ui/open-dialogs'
import { useAtomValue } from 'jotai'
import { useCall } from '../crud/calls.tsx'
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

/** Site banners above every screen, shown after the cookie notice is answered. They never cover content. */
export function SiteBanners() {
  const areCookiesAnswered = useAtomValue(consentAtom)
  const openDialogs = useAtomValue(openDialogsAtom)
  return areCookiesAnswered && openDialogs === 0 ? <Current /> : null
}

function Current() {
  const { data } = useCall('listBanners', undefined, { staleTime: Number.POSITIVE_INFINITY })
  if (!data || data.length === 0) return null
  return (
    <div className={styles.top}>
      <Banners banners={data} />
    </div>
  )
}
