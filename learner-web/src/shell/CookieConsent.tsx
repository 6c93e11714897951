import { CookieNotice } from '@flagyard/ui/CookieNotice'
import { acceptCookies, consentStore } from '@flagyard/ui/consent'
import { atomOf, useAtomValue } from '../lib/jotai.ts'

const consentAtom = atomOf(consentStore)

/** The notice, while the consent cookie is absent. */
export function CookieConsent() {
  return useAtomValue(consentAtom) === false ? <CookieNotice onAccept={acceptCookies} /> : null
}
