import { consolePaths } from '@flagyard/api-types/links'
import Banners from '@flagyard/ui/Banners'
import { CookieNotice } from '@flagyard/ui/CookieNotice'
import { acceptCookies, consentStore } from '@flagyard/ui/consent'
import { openDialogsStore } from '@flagyard/ui/open-dialogs'
import { useStore } from '@flagyard/ui/store'
import { useLocation } from 'react-router-dom'
import { useCall } from '../crud/useCall.ts'
import styles from './Notices.module.css'

/** What the learner site shows at the bottom of the window, for those who enter here: the cookie notice, and once it is answered the banners, on the dashboard alone. */
export default function Notices() {
  const areCookiesAnswered = useStore(consentStore)
  const openDialogs = useStore(openDialogsStore)
  const { pathname } = useLocation()
  if (areCookiesAnswered === false)
    return (
      <div className={styles.edge}>
        <CookieNotice onAccept={acceptCookies} />
      </div>
    )
  return areCookiesAnswered && openDialogs === 0 && pathname === consolePaths.home ? <SiteBanners /> : null
}

function SiteBanners() {
  const { data } = useCall('listBanners', undefined, { staleTime: Number.POSITIVE_INFINITY })
  if (!data || data.length === 0) return null
  return (
    <div className={styles.edge}>
      <Banners banners={data} />
    </div>
  )
}
