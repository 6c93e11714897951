import { readCookie, writeCookie } from './cookies.ts'
import { createStore, type Store } from './store.ts'

/** The name and lifetime of this cookie are published; its value is `true` once accepted. */
export const CONSENT_COOKIE = 'CookieConsent'
export const CONSENT_DAYS = 365

const consent = createStore<boolean | null>(null)

/** Whether the notice was answered; null until {@link readConsent} has read the cookie. */
export const consentStore: Store<boolean | null> = consent

/** Reads the consent cookie. Any value counts as an answer; the notice shows only while the cookie is absent. */
export function readConsent(): void {
  consent.set(readCookie(CONSENT_COOKIE) !== null)
}

export function acceptCookies(): void {
  writeCookie(CONSENT_COOKIE, 'true', CONSENT_DAYS * 24 * 60 * 60)
  consent.set(true)
}
