import { CookieNotice } from '@flagyard/ui/CookieNotice'
import { acceptCookies, consentAtom } from '@flagyard/ui/consent'
import { useAtomValue } from 'jotai'

/** The cookie notice, while the consent cookie is absent. */
export function CookieConsent() {
  return useAtomValue(consentAtom) === false ? <CookieNotice onAccept={acceptCookies} /> : null
}
