import Banners from '@flagyard/ui/Banners'
import { consentAtom } from '@flagyard/ui/consent'
import { openDialogsAtom } from '@flagyard/ui/open-dialogs'
import { useAtomValue } from 'jotai'
import { useCall } from '../crud/calls.tsx'
import styles from './Notices.module.css'

/** Site banners above every screen, shown after the cookie notice is answered. They never cover content. */
export default function SiteBanners() {
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
