import { readCookie, writeCookie } from './cookies.ts'
import { createStore, type Store } from './store.ts'

/** SPEC §9: the consent cookie, its value once accepted, and its life. */
export const CONSENT_COOKIE = 'CookieConsent'
export const CONSENT_DAYS = 365

const consent = createStore<boolean | null>(null)

/** Whether the notice was answered; null until {@link readConsent} has looked. */
export const consentStore: Store<boolean | null> = consent

/** Looks whether the consent cookie is there. The notice shows while it is absent. */
export function readConsent(): void {
  consent.set(readCookie(CONSENT_COOKIE) !== null)
}

export function acceptCookies(): void {
  writeCookie(CONSENT_COOKIE, 'true', CONSENT_DAYS * 24 * 60 * 60)
  consent.set(true)
}
