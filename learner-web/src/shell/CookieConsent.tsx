import { CookieNotice } from '@flagyard/ui/CookieNotice'
import { acceptCookies, consentStore } from '@flagyard/ui/consent'
import { useStore } from '@flagyard/ui/store'

/** The cookie notice, while the consent cookie is absent. */
export function CookieConsent() {
  return useStore(consentStore) === false ? <CookieNotice onAccept={acceptCookies} /> : null
}
